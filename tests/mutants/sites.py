"""Where small mistakes can be made in the sources, and how each is written so that it can be switched on.

Works on tokens, not on a syntax tree: what does not compile afterwards is left out by mutants.py.
"""
import re

TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
      |(?P<text>(?:u8|u|U|L)?R"(?P<tag>[^(\s]*)\(.*?\)(?P=tag)"|(?:u8|u|U|L)?"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+')
      |(?P<number>(?:0[xX][0-9a-fA-F']+|(?:\d[\d']*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[a-zA-Z]*)
      |(?P<word>[A-Za-z_]\w*)
      |(?P<sign><=>|->\*|->|<<=|>>=|\+\+|--|&&|\|\||<=|>=|==|!=|\+=|-=|\*=|/=|%=|&=|\|=|\^=|::|<<|\.\.\.|.)
    """,
    re.X | re.S | re.M,
)

# What is seen by no answer: room made ahead, what the compiler alone reads.
NOT_IN = re.compile(r"\b(static_assert|assert|constexpr|consteval|requires|concept|using|template|case|reserve)\b")
NO_STATEMENT = {
    "return", "if", "for", "while", "do", "switch", "case", "default", "const", "auto", "using", "static", "constexpr",
    "struct", "class", "enum", "union", "typedef", "template", "else", "goto", "public", "private", "protected", "friend",
    "int", "double", "bool", "char", "unsigned", "float", "long", "void", "assert", "static_assert", "throw", "try",
}  # fmt: skip
RELATIONS = {
    "<": ("Less", "LessOrSame", "GreaterOrSame"),
    "<=": ("LessOrSame", "Less", "Greater"),
    ">": ("Greater", "GreaterOrSame", "LessOrSame"),
    ">=": ("GreaterOrSame", "Greater", "Less"),
}
SHOWN = {"Less": "<", "LessOrSame": "<=", "Greater": ">", "GreaterOrSame": ">=", "Same": "==", "Other": "!=",
         "Plus": "+", "Minus": "-", "Times": "*", "Through": "/"}  # fmt: skip
OPEN, CLOSE = "([{", ")]}"


class Token:
    __slots__ = ("text", "kind", "start", "end", "line", "in_body", "depth", "bracket")

    def __init__(self, text, kind, start, end, line):
        self.text, self.kind, self.start, self.end, self.line = text, kind, start, end, line
        self.in_body, self.depth, self.bracket = False, 0, ""


def tokens_of(source):
    found, line = [], 1
    for match in TOKEN.finditer(source):
        if match.lastgroup != "skip" and not match.group("skip"):
            kind = "text" if match.group("text") else "number" if match.group("number") else (
                "word" if match.group("word") else "sign")  # fmt: skip
            found.append(Token(match.group(), kind, match.start(), match.end(), line))
        line += match.group().count("\n")
    mark_bodies(found)
    return found


def mark_bodies(tokens):
    """Marks what stands inside of functions: a brace behind a parameter list opens one."""
    stack, begin = [], 0  # stack: whether each open brace is a body, or stands inside of one
    brackets = []
    for i, token in enumerate(tokens):
        inside = bool(stack) and stack[-1]
        token.in_body = inside
        token.depth, token.bracket = len(brackets), brackets[-1] if brackets else ""
        if token.text in OPEN:
            brackets.append(token.text)
        elif token.text in CLOSE and brackets:
            brackets.pop()
        if token.text == "{":
            head = [t.text for t in tokens[begin:i]]
            before = tokens[i - 1].text if i else ""
            body = inside or (
                "namespace" not in head
                and "enum" not in head
                and "(" in head
                and (before in (")", "const", "noexcept", "override", "final") or (before == "}" and ":" in head))
                and not ("=" in head and "[" not in head and "operator" not in head)
            )
            stack.append(body)
            if not body:
                begin = i + 1
        elif token.text == "}":
            if stack:
                stack.pop()
            if not (stack and stack[-1]):
                begin = i + 1
        elif token.text == ";" and not inside:
            begin = i + 1


def closing(tokens, i):
    """The partner of the bracket at i."""
    depth = 0
    for j in range(i, len(tokens)):
        if tokens[j].text in OPEN:
            depth += 1
        elif tokens[j].text in CLOSE:
            depth -= 1
            if depth == 0:
                return j
    return None


def operand_end(tokens, i):
    """The last token of what stands right of && or || at i."""
    depth = 0
    for j in range(i + 1, len(tokens)):
        text = tokens[j].text
        if text in OPEN:
            depth += 1
        elif text in CLOSE:
            if depth == 0:
                return j - 1
            depth -= 1
        elif depth == 0 and text in ("&&", "||", "?", ":", ",", ";"):
            return j - 1
    return None


def statement_end(tokens, i):
    depth = 0
    for j in range(i, len(tokens)):
        text = tokens[j].text
        if text in OPEN:
            depth += 1
        elif text in CLOSE:
            if depth == 0:
                return None
            depth -= 1
        elif text == ";" and depth == 0:
            return j
    return None


def is_declaration(tokens):
    """Whether two names follow each other before anything is called or assigned: `Foo& x`, `vector<int> x`."""
    for one, two in zip(tokens, tokens[1:]):
        if one.text in ("=", "(", "[", "{") or two.text in ("(", "["):
            return False
        if two.kind == "word" and (one.kind == "word" or (one.text in (">", "&", "*", "&&") and one is not tokens[0])):
            return True
    return False


class Site:
    """One mistake: pieces of text to put in at places of a file. {n} stands for its number."""

    def __init__(self, kind, line, shown, edits):
        self.kind, self.line, self.shown, self.edits = kind, line, shown, edits


def sites_of(source):
    """All mistakes of one file."""
    tokens = tokens_of(source)
    lines = source.split("\n")
    found = []
    name = "broadside_mutant::"

    def add(kind, token, shown, *edits):
        found.append(Site(kind, token.line, shown, list(edits)))

    def spaced(token):
        return source[token.start - 1] in " \n" and source[token.end] in " \n"

    for i, token in enumerate(tokens):
        if not token.in_body or i < 2 or i + 2 >= len(tokens):
            continue
        if NOT_IN.search(lines[token.line - 1]):
            continue
        text, before, after = token.text, tokens[i - 1], tokens[i + 1]
        binary = before.kind in ("word", "number", "text") and before.text not in ("return", "operator", "template") or (
            before.text in (")", "]", "}"))  # fmt: skip
        if token.kind == "sign" and spaced(token) and binary:
            if text in RELATIONS:
                right, edge, opposite = RELATIONS[text]
                for wrong in (edge, opposite):
                    add("comparison", token, f"{text} -> {SHOWN[wrong]}",
                        (token.start, token.end, f"< {name}Between<{name}{right}, {name}{wrong}>{{{{{{n}}}}}} >"))
            elif text in ("==", "!="):
                right, wrong = ("Same", "Other") if text == "==" else ("Other", "Same")
                add("comparison", token, f"{text} -> {SHOWN[wrong]}",
                    (token.start, token.end, f"== {name}Between<{name}{right}, {name}{wrong}>{{{{{{n}}}}}} =="))
            elif text in ("+", "-"):
                right, wrong = ("Plus", "Minus") if text == "+" else ("Minus", "Plus")
                add("sign", token, f"{text} -> {SHOWN[wrong]}",
                    (token.start, token.end, f"+ {name}Between<{name}{right}, {name}{wrong}>{{{{{{n}}}}}} +"))
            elif text in ("*", "/") and after.text not in (",", ")", ">"):
                right, wrong = ("Times", "Through") if text == "*" else ("Through", "Times")
                add("sign", token, f"{text} -> {SHOWN[wrong]}",
                    (token.start, token.end, f"* {name}Between<{name}{right}, {name}{wrong}>{{{{{{n}}}}}} *"))
            elif text in ("&&", "||"):
                end = operand_end(tokens, i)
                if end is not None and end > i and after.text not in (")", ",", "..."):
                    head = f"({name}on({{n}}) || (" if text == "&&" else f"(!{name}on({{n}}) && ("
                    add("condition", token, f"{text} {source[after.start:tokens[end].end]} -> nothing",
                        (after.start, after.start, head), (tokens[end].end, tokens[end].end, "))"))
        elif text == "!" and not spaced(token) and before.text not in ("[",):
            add("condition", token, "! -> nothing", (token.start, token.end, f"{name}no({{n}})->*"))
        elif token.kind == "number" and source[token.start - 1] != "<" and source[token.end] not in "><":
            if before.text not in ("case", "<", "operator"):
                add("constant", token, f"{text} -> {text} + 1",
                    (token.start, token.end, f"({text} + {name}one({{n}}))"))
        elif text in ("true", "false"):
            add("constant", token, f"{text} -> {'false' if text == 'true' else 'true'}",
                (token.start, token.end, f"({text} != {name}on({{n}}))"))
        elif text in ("min", "max") and before.text == "::" and tokens[i - 2].text == "std" and after.text == "(":
            if tokens[i + 2].text != "{":
                add("constant", token, f"std::{text} -> std::{'max' if text == 'min' else 'min'}",
                    (tokens[i - 2].start, after.end, f"{name}{'least' if text == 'min' else 'most'}({{n}}, "))
        elif text == "if" and after.text == "(":
            end = closing(tokens, i + 1)
            if end and not any(t.text == ";" for t in tokens[i + 2 : end]):
                add("condition", token, "if (...) -> if (!(...))",
                    (after.end, after.end, f"{name}on({{n}}) != static_cast<bool>("),
                    (tokens[end].start, tokens[end].start, ")"))
        statement = before.text in (";", "{", "}") or (before.text == ")" and source[: token.start].endswith((" ", "\n"))) or (
            before.text == "else")  # fmt: skip
        if statement and token.bracket == "{" and (token.kind == "word" or text in ("++", "--", "*")) and text not in NO_STATEMENT:
            end = statement_end(tokens, i)
            if end is None or end - i < 2 and text not in ("break", "continue"):
                continue
            if before.text == ")" and after.kind == "word":
                continue
            inner = tokens[i:end]
            if not any(t.text in ("(", "=", "++", "--", "break", "continue") or t.text.endswith("=") for t in inner):
                continue
            if is_declaration(inner):
                continue
            shown = " ".join(source[token.start : tokens[end].end].split())
            add("statement", token, f"{shown} -> nothing",
                (token.start, token.start, f"{{{{ if (!{name}on({{n}})) {{{{ "),
                (tokens[end].end, tokens[end].end, " }} }}"))
            at = next((t for t in inner if t.text in ("+=", "-=") and t.depth == token.depth), None)
            if at is not None:
                other = "-=" if at.text == "+=" else "+="
                whole = source[token.start : tokens[end].end]
                cut = at.start - token.start
                wrong = whole[:cut] + other + whole[cut + 2 :]
                wrong = wrong.replace("{", "{{").replace("}", "}}")
                add("sign", token, f"{at.text} -> {other}",
                    (token.start, token.start, f"{{{{ if ({name}on({{n}})) {{{{ {' '.join(wrong.split())} }}}} else "),
                    (tokens[end].end, tokens[end].end, " }}"))
    return found


def written(source, chosen):
    """The file with the chosen mistakes in it: [(number, site)]; edits do not overlap (see mutants.py)."""
    edits = []
    for number, site in chosen:
        for start, end, text in site.edits:
            edits.append((start, end, text.format(n=number)))
    for start, end, text in sorted(edits, key=lambda edit: (edit[0], edit[1]), reverse=True):
        source = source[:start] + text + source[end:]
    return source
