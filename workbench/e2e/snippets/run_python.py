"""Runs each generated program in the folders below the first argument, and writes its items as DynamoDB JSON beside it."""

import base64
import json
import pathlib
import sys

from boto3.dynamodb.types import TypeSerializer


def plain(value):
    """What json can write: Binary as Base64."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value


serialize = TypeSerializer().serialize
for folder in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    scope = {"print": lambda *ignored: None}
    exec(compile((folder / "example.py").read_text(encoding="utf-8"), str(folder), "exec"), scope)
    found = scope.get("items", [scope["item"]] if scope.get("item") else [])
    items = [{name: plain(serialize(one)) for name, one in item.items()} for item in found]
    (folder / "items.json").write_text(json.dumps(items))
