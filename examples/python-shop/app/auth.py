from fastapi import Header


def current_merchant(authorization: str = Header()) -> str:
    return authorization.removeprefix("Bearer ")
