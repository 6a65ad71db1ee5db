"""What every table shares: a sortable id, the moment it was made, and rows that stay."""

from typing import Any, ClassVar, TypeVar

from django.db import models

from medreview.common.clock import now
from medreview.common.ids import ID_LENGTH, new_id

AnyModel = TypeVar("AnyModel", bound=models.Model)


class Record(models.Model):
    """A row with an id such as ``run_01j9x2…`` and the moment it was made."""

    id_prefix: ClassVar[str]
    """Two to five letters that say what kind of thing an id names."""

    id = models.CharField(max_length=ID_LENGTH, primary_key=True, editable=False)
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.id

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self.id:
            self.id = new_id(self.id_prefix)
        super().save(*args, **kwargs)


def both_or_neither(one: str, other: str, *, name: str) -> models.CheckConstraint:
    """Two columns that are filled together or not at all, such as who did it and when."""
    filled = models.Q(**{f"{one}__isnull": False, f"{other}__isnull": False})
    empty = models.Q(**{f"{one}__isnull": True, f"{other}__isnull": True})
    return models.CheckConstraint(condition=empty | filled, name=name)


class AppendOnlyError(TypeError):
    """A row that records what happened was about to be changed or deleted."""


class AppendOnlyQuerySet(models.QuerySet[AnyModel]):
    """Rows that are added and read, never changed."""

    def update(self, **kwargs: Any) -> int:
        raise AppendOnlyError(f"{self.model.__name__} rows are never updated.")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise AppendOnlyError(f"{self.model.__name__} rows are never deleted.")


class AppendOnly(Record):
    """A row that is written once. The database refuses the rest too (``audit.triggers``)."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.id and not self._state.adding:
            raise AppendOnlyError(f"{type(self).__name__} rows are never updated.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnlyError(f"{type(self).__name__} rows are never deleted.")
