"""The key by which push services know this server (VAPID, RFC 8292), made at the first start."""

import base64
from pathlib import Path

from doubloon.tables.folder import keep_secret

KEY_FILE = "vapid.pem"


def vapid_key(folder: Path) -> str:
    """Return the private key as PEM, made where there is none yet. Raises DoubloonError."""
    return keep_secret(folder, KEY_FILE, new_key).decode()


def new_key() -> bytes:
    """Return a new key."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def public_key(pem: str) -> str:
    """Return the public key as browsers want it: a point of the curve, in base64 for addresses."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

    point = (
        load_pem_private_key(pem.encode(), None)
        .public_key()
        .public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
