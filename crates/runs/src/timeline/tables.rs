//! The content of the picture as tables: for copying, for print, and for screen readers.

use feedrate_document::{Column, Row, Table, format};

use super::Run;
use super::picture::in_short;
use super::pipes::{End, Stream};
use super::session_record::SessionRecord;
use super::span::{Span, seconds_into};

/// The most rows of a table: more make a page slow to open.
const MOST_ROWS: usize = 2_000;

/// The text for an end of a pipe that is not known.
const UNKNOWN: &str = "not known";

pub(super) fn of_sessions(sessions: &[SessionRecord], spans: &[Span<'_>]) -> Table {
    let mut table = Table::new([
        Column::left("Session"),
        Column::right("Steps"),
        Column::right("Took").unit("s"),
        Column::right("Worked").unit("s"),
        Column::right("Waited for storage").unit("s"),
        Column::right("Waited for pipes").unit("s"),
    ])
    .caption("Worked: without the waits for pipes, and with those for storage.");
    for (index, session) in sessions.iter().enumerate() {
        let own = || spans.iter().filter(|span| span.session == index);
        let sum = |of: &dyn Fn(&Span<'_>) -> f64| format::number(own().map(of).sum());
        table = table.row([
            session.name.clone(),
            format::count(own().count() as u64),
            sum(&|span| span.own_seconds()),
            sum(&|span| span.worked_seconds()),
            sum(&|span| span.storage_wait),
            sum(&|span| span.pipe_wait),
        ]);
    }
    table
}

pub(super) fn of_steps(sessions: &[SessionRecord], spans: &[Span<'_>]) -> Table {
    let mut table = Table::new([
        Column::left("Session"),
        Column::left("Step"),
        Column::right("Line"),
        Column::right("Began").unit("s"),
        Column::right("Took").unit("s"),
        Column::right("Waited for storage").unit("% of it"),
        Column::right("Waited for pipes").unit("% of it"),
        Column::left("Completed"),
    ]);
    let percent = |share: f64| {
        let shown = format::percent(share);
        shown.trim_end_matches(" %").to_owned()
    };
    for span in spans {
        table = table.row([
            name(sessions, span),
            span.step.name.clone(),
            span.step.line.to_string(),
            format::number(span.began),
            format::number(span.seconds()),
            percent(span.share(span.storage_wait)),
            percent(span.share(span.pipe_wait)),
            if span.step.completed { "yes" } else { "no" }.to_owned(),
        ]);
    }
    let longest = |&row: &usize| spans.get(row).map_or(0.0, Span::seconds);
    shortened(table, longest, "longest", "steps")
}

pub(super) fn of_pipes(run: &Run, sessions: &[SessionRecord], streams: &[Stream<'_>]) -> Table {
    let mut table = Table::new([
        Column::left("Pipe"),
        Column::left("Carrier"),
        Column::left("From"),
        Column::left("To"),
        Column::right("Began").unit("s"),
        Column::right("Flowed").unit("s"),
        Column::right("Moved").unit("MB"),
        Column::right("Rate").unit("MB/s"),
        Column::right("Writer waited for reader").unit("s"),
        Column::right("Reader waited for writer").unit("s"),
    ])
    .caption("The rate is that of the time in which it flowed: from when both ends were there.");
    let end = |end: Option<End<'_>>| {
        end.map_or_else(
            || UNKNOWN.to_owned(),
            |end| format!("{}: {}, {}", name(sessions, end.span), in_short(end.span), end.name),
        )
    };
    let waited =
        |end: Option<End<'_>>| end.map_or_else(|| UNKNOWN.to_owned(), |end| format::number(end.pipe.waited_seconds));
    for stream in streams {
        let (began, ended) = stream.flowed();
        let rate = stream.bytes_per_second().unwrap_or(f64::NAN);
        table = table.row([
            stream.address().to_owned(),
            stream.carrier().to_owned(),
            end(stream.writer),
            end(stream.reader),
            format::number(seconds_into(run, began)),
            format::number((ended - began) as f64 / 1e6),
            format::number(stream.bytes() as f64 / 1e6),
            format::number(rate / 1e6),
            waited(stream.writer),
            waited(stream.reader),
        ]);
    }
    let most = |&row: &usize| streams.get(row).map_or(0.0, |stream| stream.bytes() as f64);
    shortened(table, most, "largest", "pipes")
}

fn name(sessions: &[SessionRecord], span: &Span<'_>) -> String {
    let session = sessions.get(span.session);
    session.map_or_else(String::new, |session| session.name.clone())
}

/// Removes the rows of least weight from a table with too many rows, and adds a note on that.
fn shortened(mut table: Table, weight: impl Fn(&usize) -> f64, which: &str, things: &str) -> Table {
    let rows = table.rows.len();
    if rows <= MOST_ROWS {
        return table;
    }
    let mut order: Vec<usize> = (0..rows).collect();
    order.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let mut kept = order;
    kept.truncate(MOST_ROWS);
    kept.sort_unstable();
    let all = std::mem::take(&mut table.rows);
    let mut all: Vec<Option<Row>> = all.into_iter().map(Some).collect();
    table.rows = kept.into_iter().filter_map(|row| all.get_mut(row)?.take()).collect();
    let said = format!(
        "The {} {which} of {} {things}; --json has them all.",
        format::count(MOST_ROWS as u64),
        format::count(rows as u64)
    );
    table.caption = Some(match table.caption {
        Some(caption) => format!("{caption} {said}"),
        None => said,
    });
    table
}
