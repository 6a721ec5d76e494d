"""The people of a room: badges, PINs, passkeys, roles by proposal and approval, sessions, lock-outs."""
