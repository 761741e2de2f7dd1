"""The lab for programs: simulations of a table's cards, options and seats."""

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from doubloon.tables.errors import Refused
from doubloon.tables.rows import Person
from doubloon.web.api.data import AnswerInfo, SimulationBody, SimulationInfo
from doubloon.web.api.routes import ApiRoutes, answer, read
from doubloon.web.lab import show
from doubloon.web.lab.job import DONE, Job
from doubloon.web.lab.queue import Wanted
from doubloon.web.requests import address


class LabApi(ApiRoutes):
    """Simulations for programs."""

    def routes(self) -> list[Route]:
        """Return the addresses, below `/api`."""
        all_of_them = "/tables/{table:str}/simulations"
        one = f"{all_of_them}/{{simulation:str}}"
        return [
            Route(all_of_them, self.simulations),
            Route(all_of_them, self.simulate, methods=["POST"]),
            Route(one, self.simulation),
            Route(f"{one}/report", self.report),
            Route(f"{one}/cancel", self.cancel, methods=["POST"]),
            Route(f"{one}/again", self.again, methods=["POST"]),
        ]

    async def simulations(self, request: Request) -> Response:
        """List the simulations of a table."""
        live = await self._table(request, await self._maybe_person(request))
        return answer([self.info(job) for job in self.site.simulations.of_table(live.id)])

    async def simulate(self, request: Request) -> Response:
        """Start a simulation, or line it up."""
        person = await self._person(request, "simulations")
        body = await read(request, SimulationBody)
        live = await self._table(request, person)
        wanted = Wanted(body.level, body.games, body.compare, body.seed)
        job = await self.site.simulations.order(live, person, wanted, address(request))
        return answer(self.info(job), 201)

    async def _job(self, request: Request, person: Person | None) -> Job:
        live = await self._table(request, person)
        return self.site.simulations.get(live.id, request.path_params["simulation"])

    async def simulation(self, request: Request) -> Response:
        """Say how far a simulation is."""
        return answer(self.info(await self._job(request, await self._maybe_person(request))))

    async def report(self, request: Request) -> Response:
        """Give the report."""
        job = await self._job(request, await self._maybe_person(request))
        if job.state != DONE:
            raise Refused("lab_report", f"simulation {job.id} is {job.state}; it has no report")
        page = await asyncio.to_thread(show.read_report, self.site.simulations.folder.of(job.id))
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": show.report_policy(job)})

    async def cancel(self, request: Request) -> Response:
        """Stop a simulation that one started."""
        person = await self._person(request)
        job = await self._job(request, person)
        await self.site.simulations.cancel(job, person)
        return answer(self.info(job))

    async def again(self, request: Request) -> Response:
        """Go on with one that was stopped, or failed."""
        person = await self._person(request, "simulations")
        job = await self._job(request, person)
        await self.site.simulations.again(job, person)
        return answer(self.info(job))

    def info(self, job: Job) -> SimulationInfo:
        """Return a simulation as programs see it."""
        left = self.site.simulations.left_s(job)
        return SimulationInfo(
            simulation=job.id,
            table=job.table,
            state=job.state,
            level=job.level,
            seats=job.seats,
            games=job.games,
            seed=job.seed,
            compares=job.compares,
            changes=list(job.changes),
            played=job.played,
            total=job.total,
            ahead=self.site.simulations.ahead(job) if job.is_waiting else 0,
            left_s=msgspec.UNSET if left is None else round(left, 1),
            answers=[AnswerInfo(found.id, found.question, found.sentence) for found in job.answers],
        )
