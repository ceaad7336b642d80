"""Routes and pages of tournaments."""

from ducato.server.subjects.tournaments.routes import creation, entry, exports, pages, reading

ROUTERS = (creation.router, entry.router, exports.router, reading.router, pages.router)

__all__ = ["ROUTERS"]
