"""What a snippet's author must know of the subset of Python: the text for a prompt."""

MODULES = (
    "math", "re", "json", "datetime", "collections", "itertools", "functools", "decimal",
    "dataclasses", "typing", "bisect", "copy",
)  # fmt: skip
"""The modules worth naming; a test imports each of them."""

MISSING = ("class inheritance", "@property and other method decorators", "yield", "del")
"""What the subset can't read; a test tries each of them."""

DIALECT = f"""\
The snippets run in a subset of Python. There are functions, lambda, comprehensions, f-strings,
try, with, match, simple classes and the modules {", ".join(MODULES)}.
There is no {", no ".join(MISSING)}; no statistics, numpy or pandas (use the functions mean,
median and stdev); no files, no network, no environment, no other processes.
The clock stands at the moment of the analysis.
print() what you want to see; the value of a last line that is an expression is printed as JSON.
Names you define stay for the next snippet, unless you are told that they are gone.
"""
