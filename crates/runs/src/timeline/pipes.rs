//! Matches the ends of pipes: a writer and a reader of the same address at the same time.

use std::collections::BTreeMap;

use super::session_record::{DataSetFile, DataSetUse, PipeUse};
use super::span::Span;

/// One end of a pipe, in a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct End<'a> {
    pub(super) span: &'a Span<'a>,
    /// The name of the data set.
    pub(super) name: &'a str,
    pub(super) bytes: u64,
    pub(super) pipe: &'a PipeUse,
}

/// A data set that went through a pipe. At least one end is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stream<'a> {
    pub(super) writer: Option<End<'a>>,
    pub(super) reader: Option<End<'a>>,
}

impl<'a> Stream<'a> {
    /// Returns the known ends, the writer first.
    fn ends(&self) -> impl Iterator<Item = End<'a>> {
        self.writer.into_iter().chain(self.reader)
    }

    /// Returns whether only one end is known.
    pub(super) fn is_loose(&self) -> bool {
        self.writer.is_none() || self.reader.is_none()
    }

    pub(super) fn address(&self) -> &'a str {
        self.ends().next().map_or("", |end| &end.pipe.address)
    }

    pub(super) fn carrier(&self) -> &'a str {
        self.ends().next().map_or("", |end| &end.pipe.carrier)
    }

    /// Returns the bytes that the writer sent, or if it is not known, those that the reader received.
    pub(super) fn bytes(&self) -> u64 {
        self.ends().next().map_or(0, |end| end.bytes)
    }

    /// Returns when it flowed, in microseconds since the machine started: from when both ends were connected until the
    /// last of them was done.
    pub(super) fn flowed(&self) -> (u64, u64) {
        let began = self.ends().map(|end| end.pipe.began_microseconds).max();
        let ended = self.ends().map(|end| end.pipe.ended_microseconds).max();
        let began = began.unwrap_or_default();
        (began, ended.unwrap_or_default().max(began))
    }

    /// Returns the bytes a second while it flowed; `None` if that took no time.
    pub(super) fn bytes_per_second(&self) -> Option<f64> {
        let (began, ended) = self.flowed();
        (ended > began).then(|| self.bytes() as f64 * 1e6 / (ended - began) as f64)
    }
}

/// Returns the streams through pipes, by their beginning.
pub(super) fn of_all<'a>(spans: &'a [Span<'a>]) -> Vec<Stream<'a>> {
    // By port: a writer names its own machine differently than its reader may.
    let mut ports: BTreeMap<&str, (Vec<End<'a>>, Vec<End<'a>>)> = BTreeMap::new();
    for span in spans {
        for end in ends(span, &span.step.made) {
            ports.entry(port(end)).or_default().0.push(end);
        }
        for end in ends(span, &span.step.read) {
            ports.entry(port(end)).or_default().1.push(end);
        }
    }
    let ports = ports.into_values();
    let mut streams: Vec<_> = ports.flat_map(|(writers, readers)| matched(writers, readers)).collect();
    streams.sort_by_key(Stream::flowed);
    streams
}

fn ends<'a>(span: &'a Span<'a>, data_sets: &'a [DataSetUse]) -> impl Iterator<Item = End<'a>> {
    data_sets.iter().filter_map(move |data_set| {
        let file: &DataSetFile = data_set.file.as_ref()?;
        Some(End {
            span,
            name: &data_set.name,
            bytes: file.bytes,
            pipe: file.pipe.as_ref()?,
        })
    })
}

fn port(end: End<'_>) -> &str {
    let address = end.pipe.address.as_str();
    address.rsplit_once(':').map_or(address, |(_, port)| port)
}

/// Returns each writer with the reader that was connected at the same time, and the ends without a partner.
fn matched<'a>(mut writers: Vec<End<'a>>, mut readers: Vec<End<'a>>) -> Vec<Stream<'a>> {
    let by_time = |end: &End<'_>| (end.pipe.began_microseconds, end.pipe.ended_microseconds);
    writers.sort_by_key(by_time);
    readers.sort_by_key(by_time);
    let mut streams = Vec::new();
    // Readers that may still have a writer. Later writers begin later, so a reader that ended before one has none.
    let mut readers = readers.into_iter().peekable();
    let mut open: Vec<End<'a>> = Vec::new();
    for writer in writers {
        while let Some(reader) =
            readers.next_if(|reader| reader.pipe.began_microseconds <= writer.pipe.ended_microseconds)
        {
            open.push(reader);
        }
        let gone = |reader: &mut End<'_>| reader.pipe.ended_microseconds < writer.pipe.began_microseconds;
        streams.extend(open.extract_if(.., gone).map(|reader| Stream {
            writer: None,
            reader: Some(reader),
        }));
        let best = open.iter().enumerate().max_by_key(|(_, reader)| {
            let same = reader.pipe.address == writer.pipe.address;
            (same, together(&writer, reader))
        });
        let best = best.map(|(index, _)| index);
        streams.push(Stream {
            writer: Some(writer),
            reader: best.map(|index| open.remove(index)),
        });
    }
    let left = open.into_iter().chain(readers);
    streams.extend(left.map(|reader| Stream {
        writer: None,
        reader: Some(reader),
    }));
    streams
}

/// Returns the microseconds in which both were active.
fn together(writer: &End<'_>, reader: &End<'_>) -> u64 {
    let (writer, reader) = (writer.pipe, reader.pipe);
    let began = writer.began_microseconds.max(reader.began_microseconds);
    let ended = writer.ended_microseconds.min(reader.ended_microseconds);
    ended.saturating_sub(began)
}
