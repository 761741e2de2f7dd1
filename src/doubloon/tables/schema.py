"""What the database holds. The log (`entries`) is the truth about a game; its state is never stored.

Times are Unix seconds. Changes of this file need a migration (`migrations/versions`); a test compares the two.
"""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

ID = String(32)

people = Table(
    "people",
    METADATA,
    Column("id", ID, primary_key=True),  # public: it stands in the address of the profile
    Column("name", String(64), nullable=False),  # as shown; need not be unique
    Column("login", String(64), unique=True),  # lower case; null for a guest
    Column("password", String(200)),  # argon2; null for a guest
    Column("token", String(64), unique=True),  # SHA-256 of the token for the API
    Column("epoch", Integer, nullable=False),  # raised to end all sessions
    Column("created", Float, nullable=False),
    # JSON: the days on which the person's clocks of days stand (rest.py); empty for none
    Column("rest", Text, nullable=False, server_default=""),
    # JSON: what the person wants to be told where no page is open, and when (notify/wishes.py); empty for the usual
    Column("news", Text, nullable=False, server_default=""),
)

ended = Table(
    "ended",
    METADATA,
    Column("visit", String(64), primary_key=True),  # SHA-256 of the visit of a cookie that was signed out
    Column("until", Float, nullable=False),  # when the cookie is too old anyway, and this may go
)

tables = Table(
    "tables",
    METADATA,
    Column("id", ID, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("changes", Text, nullable=False),  # JSON: assignments that make the settings out of the game's own
    Column("dropped", Text, nullable=False),  # JSON: keys of the game's own settings that this table does not have
    Column("cards", String(64), nullable=False),  # SHA-256 of the settings
    Column("host", ID, ForeignKey("people.id"), nullable=False),
    Column("status", String(8), nullable=False),  # open, playing, over
    Column("private", Boolean, nullable=False),
    Column("invite", String(32), nullable=False),  # key of the invite link; opens a private table
    Column("clock", Integer, nullable=False),  # seconds a move; 0 for none
    Column("bank", Integer, nullable=False, server_default="0"),  # seconds for the whole game; 0 for none
    Column("increment", Integer, nullable=False, server_default="0"),  # seconds that a move adds to the bank
    Column("guide", Boolean, nullable=False),  # a guided first game: gives advice, is not rated
    Column("seed", LargeBinary(32), nullable=False),  # secret until the game is over
    # name under which chance is drawn from the seed: the id, but for guided games, which all tell the same story
    Column("stream", String(32), nullable=False),
    Column("commitment", String(64), nullable=False),  # SHA-256 of the seed, public from the start
    Column("created", Float, nullable=False),
    Column("started", Float),
    Column("finished", Float),
    Column("rematch", ID),  # the next game of the same people
    Column("paused", Float),  # since when the game is paused; null while it is not
    Index(None, "status", "created"),
)

seats = Table(
    "seats",
    METADATA,
    Column("table", ID, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),  # open, human, or the level of a bot
    Column("name", String(64), nullable=False),
    Column("person", ID, ForeignKey("people.id")),
    # level of the bot that plays for an absent person; empty when the person plays
    Column("stand_in", String(16), nullable=False),
    Column("place", Integer),  # when over; 0 is first
    Column("hints", Integer, nullable=False, server_default="0"),  # asked for; a game with hints is not rated
    Column("since", Float),  # when the person sat down; null for bots, and for seats of earlier versions
    Index(None, "person"),
)

clocks = Table(
    "clocks",
    METADATA,
    Column("table", ID, ForeignKey("tables.id"), primary_key=True),  # one that is played by a clock
    Column("seat", Integer, primary_key=True),  # a person's
    Column("left", Float, nullable=False),  # what the bank held when this move began
    Column("used", Float, nullable=False),  # seconds of this move that counted before `since`
    Column("since", Float),  # from when it runs; null while it stands
    Column("is_renewed", Boolean, nullable=False),  # whether the time for this move was given anew, after a start
)

heartbeat = Table(
    "heartbeat",
    METADATA,
    Column("id", Integer, primary_key=True),  # always 1
    Column("time", Float, nullable=False),  # when the server was last able to write
)

votes = Table(
    "votes",
    METADATA,
    Column("table", ID, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),  # the absent person's; -1 for a pause of the game
    Column("voter", Integer, primary_key=True),  # the seat that agrees to a bot, or to the pause
)

entries = Table(
    "entries",
    METADATA,
    Column("table", ID, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),  # -1 is chance
    Column("action", Integer, nullable=False),  # or outcome
    Column("due", Integer, nullable=False),  # bit mask of the seats that must act after it, -1 for chance, 0 when over
    Column("time", Float, nullable=False),
    # level of the bot that moved for a bot that broke down; most often empty
    Column("instead", String(16), nullable=False, server_default=""),
)

chat = Table(
    "chat",
    METADATA,
    Column("table", ID, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person", ID, ForeignKey("people.id"), nullable=False),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("phrase", String(64), nullable=False),  # text id of a ready-made phrase; then the text is empty
    Column("time", Float, nullable=False),
)

mutes = Table(
    "mutes",
    METADATA,
    Column("person", ID, ForeignKey("people.id"), primary_key=True),
    Column("muted", ID, ForeignKey("people.id"), primary_key=True),
)

guests = Table(
    "guests",
    METADATA,
    Column("table", ID, ForeignKey("tables.id"), primary_key=True),
    Column("person", ID, ForeignKey("people.id"), primary_key=True),  # has opened the private table by its invite link
)

ratings = Table(
    "ratings",
    METADATA,
    Column("player", String(40), primary_key=True),  # id of a person, or `bot:` and a level
    Column("game", String(32), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),  # shared ones too
)

channels = Table(
    "channels",
    METADATA,
    Column("id", ID, primary_key=True),
    Column("person", ID, ForeignKey("people.id"), nullable=False),
    Column("kind", String(8), nullable=False),  # push, mail, or url for all others
    Column("address", Text, nullable=False),  # secret: whoever has it can write to the person
    Column("shown", String(200), nullable=False),  # as pages and logs show it
    Column("base", String(200), nullable=False),  # begin of the addresses that messages lead to
    Column("created", Float, nullable=False),
    Column("code", String(64), nullable=False),  # SHA-256 of what proves that it is theirs; empty when proven
    Column("failures", Integer, nullable=False),  # since it worked last
    Column("error", String(40), nullable=False),  # why it failed last; empty when it did not
    Column("is_off", Boolean, nullable=False),  # given up after many failures, until its owner tries again
    Index(None, "person"),
)

outbox = Table(
    "outbox",
    METADATA,
    # One message to one channel; the key keeps it from being made twice.
    Column("channel", ID, ForeignKey("channels.id"), primary_key=True),
    Column("kind", String(8), primary_key=True),  # turn, begins, over, invited, spoken
    Column("table", ID, primary_key=True),
    Column("at", Integer, primary_key=True),  # number of the entry that began the turn; else what tells two apart
    Column("person", ID, nullable=False),
    Column("made", Float, nullable=False),
    Column("due", Float),  # when to send it, or look again; null when there is nothing left to do
    Column("tries", Integer, nullable=False),
    Column("sent", Float),  # when it was; null for one that was not, or no longer worth it
    Index(None, "due"),
)
