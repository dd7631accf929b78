//! The picture of steps and pipes: a lane for each session, a bar for each step, a link for each pipe.

use feedrate_document::{Bar, Link, Timeline, format};

use super::Run;
use super::overlap::Overlap;
use super::pipes::{End, Stream};
use super::session_record::SessionRecord;
use super::span::{Span, seconds_into};

/// The segments of a bar, from its top.
const PARTS: [&str; 3] = ["working", "waiting for pipes", "waiting for storage"];

pub(super) fn of(
    run: &Run,
    overlap: &Overlap,
    sessions: &[SessionRecord],
    spans: &[Span<'_>],
    streams: &[Stream<'_>],
) -> Timeline {
    let mut caption =
        "A bar is a step. The colours of its height are the shares of its time; they do not tell when in \
                       it that was."
            .to_owned();
    if spans.iter().any(|span| !span.step.completed) {
        caption.push_str(" One with a red edge failed.");
    }
    if !streams.is_empty() {
        let pipes = " A band is a pipe for as long as it flowed, with an arrow from its writer to its reader.";
        caption.push_str(pipes);
    }
    Timeline {
        title: "What ran when".to_owned(),
        caption: Some(caption),
        axis: "seconds from the beginning of the run".to_owned(),
        until: overlap.elapsed_seconds,
        parts: PARTS.map(str::to_owned).to_vec(),
        lanes: sessions.iter().map(|session| session.name.clone()).collect(),
        bars: spans.iter().map(bar).collect(),
        links: streams
            .iter()
            .filter_map(|stream| link(run, sessions, stream))
            .collect(),
    }
}

fn bar(span: &Span<'_>) -> Bar {
    let (pipes, storage) = (span.share(span.pipe_wait), span.share(span.storage_wait));
    Bar {
        lane: span.session,
        from: span.began,
        to: span.ended,
        label: in_short(span),
        details: details(span),
        shares: vec![(1.0 - pipes - storage).max(0.0), pipes, storage],
        failed: !span.step.completed,
    }
}

/// Formats `SORT (line 12)`.
pub(super) fn in_short(span: &Span<'_>) -> String {
    format!("{} (line {})", span.step.name, span.step.line)
}

fn details(span: &Span<'_>) -> String {
    let failed = if span.step.completed { "" } else { " It failed." };
    format!(
        "{}: {}, from {} s to {} s; {} of it waiting for storage, {} for pipes.{failed}",
        in_short(span),
        format::seconds(span.seconds()),
        format::number(span.began),
        format::number(span.ended),
        format::percent(span.share(span.storage_wait)),
        format::percent(span.share(span.pipe_wait)),
    )
}

/// Returns the link of a pipe whose ends are both known.
fn link(run: &Run, sessions: &[SessionRecord], stream: &Stream<'_>) -> Option<Link> {
    let (writer, reader) = (stream.writer?, stream.reader?);
    let (began, ended) = stream.flowed();
    let megabytes = format!("{} MB", format::number(stream.bytes() as f64 / 1e6));
    let rate = stream.bytes_per_second().map(format::rate);
    let moved = match &rate {
        Some(rate) => format!("{megabytes}, {rate}"),
        None => megabytes,
    };
    let waited = [writer, reader].map(|end| format::seconds(end.pipe.waited_seconds));
    let [writer_waited, reader_waited] = waited;
    let end = |end: &End<'_>| {
        let session = sessions.get(end.span.session).map_or("", |session| &session.name);
        format!("{} in {session}, {}", end.name, in_short(end.span))
    };
    Some(Link {
        from_lane: writer.span.session,
        to_lane: reader.span.session,
        from: seconds_into(run, began),
        to: seconds_into(run, ended),
        details: format!(
            "Pipe {} ({}) from {} to {}: {moved}; the writer waited {writer_waited} for the reader, the reader \
             {reader_waited} for the writer.",
            stream.address(),
            stream.carrier(),
            end(&writer),
            end(&reader),
        ),
        lines: vec![moved, format!("writer waited {writer_waited}, reader {reader_waited}")],
    })
}
