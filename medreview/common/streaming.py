"""A long file sent piece by piece: only one piece is ever in memory."""

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse


def streamed(
    request: HttpRequest, parts: Iterator[bytes], *, content_type: str, filename: str
) -> StreamingHttpResponse:
    """A file to save, made while it is sent.

    Under asyncio Django would read a plain iterator to its end before it sent the first byte.
    """
    content = _one_by_one(parts) if isinstance(request, ASGIRequest) else parts
    response = StreamingHttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response


async def _one_by_one(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    following = sync_to_async(lambda: next(parts, None))
    while (part := await following()) is not None:
        yield part
