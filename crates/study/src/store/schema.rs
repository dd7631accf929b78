//! The tables, and their version.

use rusqlite::Connection;

/// Identifies an SQLite file as a store of feedrate: `FEED` in ASCII.
const APPLICATION: i64 = 0x4645_4544;

/// The version of the tables.
const VERSION: i64 = 1;

const TABLES: &str = "
CREATE TABLE study (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    title TEXT NOT NULL,
    file TEXT NOT NULL,
    definition TEXT NOT NULL,
    factors TEXT NOT NULL,
    parameters TEXT NOT NULL,
    subject_digest TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
CREATE TABLE machine (
    id INTEGER PRIMARY KEY,
    machine_id TEXT NOT NULL,
    feedrate TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    UNIQUE (feedrate, fingerprint)
) STRICT;
CREATE TABLE cell (
    id INTEGER PRIMARY KEY,
    levels TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    cell INTEGER NOT NULL REFERENCES cell,
    machine INTEGER NOT NULL REFERENCES machine,
    warm_up INTEGER NOT NULL,
    block INTEGER NOT NULL,
    position INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    seconds REAL NOT NULL,
    ended TEXT NOT NULL,
    reason TEXT,
    notes TEXT NOT NULL
) STRICT;
CREATE INDEX run_of_cell ON run (cell, warm_up, block);
CREATE TABLE figure (
    run INTEGER NOT NULL REFERENCES run,
    step TEXT NOT NULL,
    name TEXT NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (run, step, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE setting_before (
    factor TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
";

/// Makes the tables in an empty file.
pub(super) fn make(connection: &Connection) -> rusqlite::Result<()> {
    durable(connection)?;
    connection.execute_batch(&format!(
        "BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT;"
    ))
}

/// Lets each transaction reach the device before it is done.
pub(super) fn durable(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;")
}

/// Returns the message of an error.
pub(super) fn reason(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => "it is no store of a study".to_owned(),
        _ => error.to_string(),
    }
}

/// Checks that a file is a store of this version.
pub(super) fn check(connection: &Connection) -> Result<(), String> {
    let number = |pragma: &str| {
        let sql = format!("PRAGMA {pragma}");
        let read = connection.query_row(&sql, [], |row| row.get::<_, i64>(0));
        read.map_err(|error| reason(&error))
    };
    if number("application_id")? != APPLICATION {
        return Err("it is no store of a study".to_owned());
    }
    let others = "SELECT count(*) FROM sqlite_schema WHERE type IN ('view', 'trigger')";
    let others: rusqlite::Result<i64> = connection.query_row(others, [], |row| row.get(0));
    if others.map_err(|error| error.to_string())? > 0 {
        return Err("it has views or triggers, which no store has".to_owned());
    }
    match number("user_version")? {
        VERSION => Ok(()),
        version if version > VERSION => Err(format!(
            "it was made by a later version of feedrate (tables of version {version}, and this one knows {VERSION}); \
             use that one"
        )),
        version => Err(format!("its tables have the unknown version {version}")),
    }
}
