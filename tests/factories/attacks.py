"""Snippets that try to leave the sandbox, or to take the machine with them, by category.

``{file}``, ``{port}`` and ``{variable}`` stand for the canaries a test laid out: a file that
everybody may read, a listener on loopback, a variable of the environment.
"""

ATTACKS: dict[str, dict[str, str]] = {
    "imports": {
        "import os": "import os\nprint(os.environ)",
        "dunder import": "__import__('os').environ",
        "importlib": "import importlib\nimportlib.import_module('os').environ",
        "loader": "__loader__.load_module('os')",
        "builtins": "__builtins__.open('{file}').read()",
        "sys modules": "import sys\nsys.modules['os'].environ",
        "sys path": "import sys\nsys.path.append('/tmp')\nimport canary",
        "ctypes": "import ctypes\nctypes.CDLL(None).getpid()",
        "gc": "import gc\ngc.get_objects()",
        "inspect": "import inspect\ninspect.stack()",
        "our own code": "from django.conf import settings\nsettings.SECRET_KEY",
        "relative": "from . import settings",
    },
    "dunder walks": {
        "subclasses": "().__class__.__bases__[0].__subclasses__()",
        "mro": "''.__class__.__mro__[1].__subclasses__()",
        "function globals": "def f():\n    pass\nf.__globals__",
        "lambda code": "(lambda: 1).__code__.co_consts",
        "host function globals": "mean.__globals__",
        "host function closure": "mean.__closure__[0].cell_contents",
        "host function wrapped": "mean.__wrapped__.__globals__",
        "module dict": "import json\njson.__dict__['codecs']",
        "module spec": "import re\nre.__spec__.loader",
        "init globals": "class A:\n    def __init__(self):\n        pass\nA.__init__.__globals__",
        "class change": "class A:\n    pass\na=A()\na.__class__=list\na.append(1)",
        "reduce": "(1).__reduce_ex__(2)",
    },
    "eval and exec": {
        "eval": "eval(\"__import__('os').environ\")",
        "exec": "exec('import os\\nprint(os.environ)')",
        "compile": "exec(compile('import os', 'x', 'exec'))",
        "nested eval": "eval('eval(\"open(\\'{file}\\').read()\")')",
        "globals": "globals()['__builtins__']['open']('{file}').read()",
        "vars": "vars()",
    },
    "files, network and processes": {
        "open": "open('{file}').read()",
        "open up the tree": "open('../../../../{file}').read()",
        "proc": "open('/proc/self/environ').read()",
        "pathlib": "from pathlib import Path\nPath('{file}').read_text()",
        "list": "import os\nos.listdir('/')",
        "write": "open('/tmp/medreview-canary-written', 'w').write('x')",
        "environment": "import os\nos.getenv('{variable}')",
        "environment item": "import os\nos.environ['{variable}']",
        "system": "import os\nos.system('cat {file}')",
        "popen": "import os\nos.popen('cat {file}').read()",
        "subprocess": "import subprocess\nsubprocess.run(['cat', '{file}'])",
        "fork": "import os\nwhile True:\n    os.fork()",
        "kill": "import os\nos.kill(os.getppid(), 9)",
        "socket": "import socket\nsocket.create_connection(('127.0.0.1', {port}))",
        "urllib": "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:{port}')",
        "asyncio": "import asyncio\nasyncio.open_connection('127.0.0.1', {port})",
        "stdin": "input()",
        "descriptor": "import os\nos.read(0, 1000)",
        "descriptor opened": "open(0).read()",
    },
    "attributes and formats": {
        "getattr": "getattr(getattr((), '__cl' + 'ass__'), '__ba' + 'ses__')",
        "setattr": "setattr(mean, '__code__', None)",
        "str.format": "'{0.__class__.__mro__}'.format(1)",
        "str.format host": "'{0.__globals__}'.format(mean)",
        "format_map": "'{a.__class__.__init__.__globals__}'.format_map({'a': mean})",
        "f-string": "f'{mean.__globals__}'",
        "fullwidth name": "ｏｐｅｎ('{file}').read()",
        "mathematical letters": "__𝒾𝓂𝓅ℴ𝓇𝓉__('os').environ",
        "turned direction": "x = '\u202e'\nｅｖａｌ('open')('{file}').read()",
        "attribute error object": "try:\n    ().x\nexcept AttributeError as e:\n"
        "    print(e.obj.__class__)",
        "getattr hook": "class A:\n    def __getattr__(self, n):\n"
        "        return getattr(self, n)\nA().x",
    },
    "exceptions and frames": {
        "traceback": "try:\n    1/0\nexcept Exception as e:\n"
        "    print(e.__traceback__.tb_frame.f_globals)",
        "host traceback": "try:\n    canary()\nexcept Exception as e:\n"
        "    print(e, e.args, e.__class__)\n"
        "    print(e.__traceback__.tb_frame.f_back.f_locals)",
        "host text": "canary()",
        "host cause": "try:\n    canary()\nexcept Exception as e:\n"
        "    print(e.__cause__, e.__context__)",
        "host caught": "try:\n    canary()\nexcept BaseException as e:\n    print(repr(e), str(e))",
        "exit": "raise SystemExit(0)",
        "interrupt": "raise KeyboardInterrupt",
        "huge text": "raise ValueError('x' * 10_000_000)",
        "exception group": "raise ExceptionGroup('g', [ValueError('x' * 1000)] * 1000)",
        "generator frame": "(x for x in [1]).gi_frame.f_back",
    },
    "numbers": {
        "power": "x = 10**10**8\n1",
        "shift": "x = 1 << (10**11)\n1",
        "squares": "x = 3\nwhile True:\n    x = x*x",
        "factorial": "import math\nx = math.factorial(10**7)\n1",
        "digits": "len(str(7**(10**6)))",
        "endless value": "10**5000",
        "width": "f'{1:>{10**10}}'",
        "percent width": "'%10000000000d' % 1",
        "decimal": "from decimal import Decimal\n"
        "Decimal('1e999999999') * Decimal('1.1')**Decimal(999999999)",
        "not a number": "float('nan')",
    },
    "memory": {
        "text": "x = 'a' * 10**12\nlen(x)",
        "list": "x = [0] * 10**9\nlen(x)",
        "range": "x = list(range(10**9))",
        "appending": "x = []\nwhile True:\n    x.append('abcdefgh' * 100)",
        "filling": "d = {}\ni = 0\nwhile True:\n    d[i] = str(i) * 50\n    i += 1",
        "doubling": "s = 'ab'\nwhile True:\n    s += s",
        "nesting": "x = []\nfor i in range(10**9):\n    x = [x, x]",
        "written out": "x = ['a']\nfor i in range(60):\n    x = [x, x]\nlen(repr(x))",
        "joining": "','.join(['a' * 10**6] * 10**6)",
        "replacing": "('a' * 10**5).replace('a', 'b' * 10**6)",
        "product": "import itertools\nlist(itertools.product(range(1000), repeat=6))",
        "bytes": "b'x' * 10**11",
        "large letters": "x = '\\U0010ffff' * 10**8\nx.upper()",
    },
    "recursion and depth": {
        "calls": "def f(n):\n    return f(n+1)\nf(0)",
        "lambdas": "f = lambda n: g(n)\ng = lambda n: f(n)\nf(1)",
        "brackets": "(" * 5000 + "1" + ")" * 5000,
        "lists": "[" * 19000 + "]" * 19000,
        "minus": "-" * 30000 + "1",
        "attributes": "x" + ".a" * 19000,
        "deep value": "x = []\nfor i in range(100000):\n    x = [x]\nx",
        "deep text": "x = []\nfor i in range(100000):\n    x = [x]\nstr(x)",
        "deep comparison": "a = []\nb = []\nfor i in range(100000):\n    a = [a]\n"
        "    b = [b]\na == b",
        "deep json": "import json\njson.loads('[' * 100000)",
        "circle": "x = []\nx.append(x)\nx",
        "shared value": "x = ['a']\nfor i in range(60):\n    x = [x, x]\nx",
        "hash": "class A:\n    def __hash__(self):\n        return 1\n    def __eq__(self, o):\n"
        "        while True:\n            pass\nd = {A(): 1, A(): 2}",
    },
    "endless": {
        "loop": "while True:\n    pass",
        "counting": "for i in range(10**12):\n    pass",
        "sum": "sum(range(10**11))",
        "swallowed": "while True:\n    try:\n        while True:\n            pass\n"
        "    except BaseException:\n        pass",
        "finally": "try:\n    while True:\n        pass\nfinally:\n    while True:\n        pass",
        "sleep": "import time\ntime.sleep(3600)\nprint('awake')",
        "waiting": "import asyncio\nasync def f():\n    await asyncio.sleep(10**9)\nawait f()",
        "tasks": "import asyncio\nasync def f():\n"
        "    await asyncio.gather(*[f() for _ in range(10)])\nawait f()",
        "regex": "import re\nre.match(r'(a+)+$', 'a' * 40 + 'b')",
        "regex twice": "import re\nre.search(r'(x+x+)+y', 'x' * 60)",
        "regex repeats": "import re\nre.compile(r'((((a{0,1000}){0,1000}){0,1000}){0,1000})')",
        "sorting": "sorted(range(10**8))",
        "iterator": "list(i for i in iter(int, 1))",
    },
    "output": {
        "flood": "while True:\n    print('x' * 10000)",
        "one line": "print('x' * 20_000_000)",
        "value": "'x' * 20_000_000",
        "many short": "for i in range(10**7):\n    print(i)",
        "no letters": "print('\\x00\\ud800' * 1000)",
        "to the error stream": "import sys\nprint('x' * 10**6, file=sys.stderr)",
    },
    "host functions": {
        "flood": "while True:\n    mean([1])",
        "caught flood": "while True:\n    try:\n        mean([])\n"
        "    except BaseException:\n        pass",
        "huge text": "mean(['1' * 30_000_000])",
        "huge list": "mean([1] * 3_000_000)",
        "huge exponent": "from decimal import Decimal\nmean([Decimal('1e999999999'), 1])",
        "huge number": "mean([10**4000, 1])",
        "shared lists": "x = ['a']\nfor i in range(60):\n    x = [x, x]\nmean(x)",
        "deep list": "x = []\nfor i in range(100000):\n    x = [x]\nmean(x)",
        "circle": "x = []\nx.append(x)\nmean(x)",
        "own class": "class A:\n    def __float__(self):\n        return 1.0\nmean([A()])",
        "file given": "mean(open)",
        "foreign name": "mean(numbers=[1], __globals__=1)",
        "attribute": "mean.x = 1",
        "replaced": "mean = open\nmean('{file}')",
    },
    "stored objects": {
        "pickle": "import pickle\npickle.loads(b\"cos\\nsystem\\n(S'cat {file}'\\ntR.\")",
        "marshal": "import marshal\nmarshal.loads(b'x')",
        "json hook": "import json\njson.loads('{}', object_hook=eval)",
        "yaml": "import yaml\nyaml.load('!!python/object/apply:os.system [id]')",
        "shelve": "import shelve\nshelve.open('{file}')",
        "copy hook": "import copy\nclass A:\n    def __reduce__(self):\n"
        "        return (eval, ('1',))\ncopy.copy(A())",
    },
}  # fmt: skip


def attacks(**canaries: str) -> dict[str, dict[str, str]]:
    """The snippets with the canaries of a test in their places."""
    return {
        category: {name: _filled(code, canaries) for name, code in snippets.items()}
        for category, snippets in ATTACKS.items()
    }


def _filled(code: str, canaries: dict[str, str]) -> str:
    for name, value in canaries.items():
        code = code.replace(f"{{{name}}}", value)
    return code
