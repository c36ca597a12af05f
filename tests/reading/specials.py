from tests.reading.make_letters import Spec


def specials() -> list[Spec]:
    return []
