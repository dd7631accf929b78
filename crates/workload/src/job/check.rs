//! Checks jobs before any file is touched.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Instant;

use feedrate_pageio::{Access, Discipline};

use super::{Job, Stream, Target, Work, true_path};
use crate::error::{Error, Result};

impl Job {
    /// Checks each stream, and that no two write the same file.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Job`] with the first problem.
    pub fn check(&self) -> Result<()> {
        for stream in &self.streams {
            stream.check()?;
        }
        // Writers lock their files; this error names the two streams, before either has begun.
        let mut writers: HashMap<PathBuf, usize> = HashMap::new();
        for (index, stream) in self.streams.iter().enumerate() {
            if let Some(target) = stream.work.target()
                && let Some(other) = writers.insert(true_path(target), index)
            {
                return Err(self.shared(other, index));
            }
        }
        for (index, stream) in self.streams.iter().enumerate() {
            if let Some(source) = stream.work.source()
                && let Some(&writer) = writers.get(&true_path(source))
                && writer != index
            {
                return Err(self.shared(writer, index));
            }
        }
        Ok(())
    }

    fn shared(&self, writer: usize, other: usize) -> Error {
        let writer = &self.streams[writer];
        let path = writer.work.target().unwrap_or_else(|| "".as_ref());
        self.streams[other].wrong(format!(
            "it uses {}, which stream {} writes; give each stream that writes a file of its own",
            path.display(),
            writer.name
        ))
    }
}

impl Stream {
    /// Checks that its settings are compatible.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Job`] with the first problem.
    pub fn check(&self) -> Result<()> {
        let wrong = |what: String| Err(self.wrong(what));
        if self.name.contains('\0') {
            return wrong("its name holds a zero byte; give it another".into());
        }
        if self.geometry.page == 0 {
            return wrong("a page of zero bytes moves nothing; give at least 1".into());
        }
        if self.geometry.pages == 0 {
            return wrong("a transfer of no pages moves nothing; give at least 1".into());
        }
        if self.range.bytes == 0 {
            return wrong("a range of zero bytes measures nothing; give at least a page".into());
        }
        if self
            .range
            .offset
            .checked_add(self.range.bytes)
            .is_none_or(|end| i64::try_from(end).is_err())
        {
            return wrong("the range ends beyond what a file can hold; use a smaller size".into());
        }
        if self
            .geometry
            .page
            .checked_mul(u64::from(self.geometry.pages))
            .is_none_or(|bytes| isize::try_from(bytes).is_err())
        {
            return wrong("a transfer is larger than memory; use fewer or smaller pages".into());
        }
        if let Work::Mixed { read_percent, .. } = self.work
            && read_percent > 100
        {
            return wrong(format!(
                "{read_percent} of 100 transfers cannot be reads; give 0 to 100"
            ));
        }
        if self.discipline == Discipline::AsSas && self.depth > 1 {
            return wrong(format!(
                "as SAS there is one transfer at a time, not {}; use a depth of 1, or overlap",
                self.depth
            ));
        }
        if self.access != Access::Sequential && self.range.bytes < self.geometry.transfer_bytes() {
            return wrong("the range is smaller than one transfer; give a larger size or smaller pages".into());
        }
        if self.rate == Some(0) {
            return wrong("a rate of zero would never end; give at least 1".into());
        }
        if self.target != Target::Overwrite && matches!(self.work, Work::Mixed { .. }) && self.work.is_on_one_file() {
            return wrong("emptying the file that it reads would leave nothing to read; overwrite it in place".into());
        }
        if Instant::now().checked_add(self.ramp).is_none() {
            return wrong("the ramp is longer than a clock can count; give a shorter one".into());
        }
        Ok(())
    }

    fn wrong(&self, what: String) -> Error {
        Error::Job {
            stream: self.name.clone(),
            what,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use feedrate_pageio::{Geometry, Method};

    use super::*;
    use crate::job::RunAs;

    fn stream(work: Work) -> Stream {
        Stream::new("s", work, Method::Cached, 4096, 1 << 20)
    }

    fn refused(change: impl FnOnce(&mut Stream)) -> String {
        let mut stream = stream(Work::Read { file: "f".into() });
        assert!(stream.check().is_ok());
        change(&mut stream);
        stream.check().unwrap_err().to_string()
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(refused(|stream| stream.range.offset = u64::MAX).contains("range"));
        assert!(refused(|stream| stream.range.bytes = 0).contains("range"));
        assert!(refused(|stream| stream.depth = 2).contains("depth of 1"));
        assert!(refused(|stream| stream.geometry.page = 0).contains("page"));
        assert!(refused(|stream| stream.geometry.pages = 0).contains("pages"));
        assert!(refused(|stream| stream.geometry = Geometry::even(u64::MAX, 3)).contains("memory"));
        assert!(refused(|stream| stream.rate = Some(0)).contains("rate"));
        assert!(refused(|stream| stream.ramp = Duration::MAX).contains("ramp"));
        assert!(refused(|stream| stream.name = "a\0b".into()).contains("name"));
        let random = refused(|stream| {
            stream.access = Access::Random;
            stream.geometry = Geometry::even(1 << 20, 2);
        });
        assert!(random.contains("smaller than one transfer"));
    }

    #[test]
    fn a_file_is_not_emptied_to_be_read() {
        let mixed = |target: &str| Work::Mixed {
            source: "a".into(),
            target: target.into(),
            read_percent: 50,
        };
        for (work, target, fine) in [
            (mixed("a"), Target::Overwrite, true),
            (mixed("a"), Target::Grow, false),
            (mixed("a"), Target::Reserve, false),
            (mixed("b"), Target::Grow, true),
            // It never truncates its file.
            (Work::ReadWriteBack { file: "a".into() }, Target::Grow, true),
        ] {
            let mut stream = stream(work);
            stream.target = target;
            assert_eq!(stream.check().is_ok(), fine, "{stream:?}");
        }
    }

    #[test]
    fn streams_that_are_at_odds_over_a_file_are_named() {
        let read = |file: &str| Work::Read { file: file.into() };
        let write = |file: &str| Work::Write { file: file.into() };
        let check = |works: [Work; 3]| {
            let streams = works.into_iter().zip(["first", "second", "third"]);
            let job = Job {
                streams: streams
                    .map(|(work, name)| Stream {
                        name: name.into(),
                        ..stream(work)
                    })
                    .collect(),
                run_as: RunAs::Threads,
                interval: Duration::from_secs(1),
            };
            job.check().map_err(|error| error.to_string())
        };
        assert_eq!(check([read("a"), read("a"), write("b")]), Ok(()));
        let both_write = check([write("a"), read("b"), write("a")]).unwrap_err();
        assert!(both_write.starts_with("stream third: it uses a, which stream first writes"));
        let one_reads = check([read("a"), read("b"), write("a")]).unwrap_err();
        assert!(one_reads.starts_with("stream first: it uses a, which stream third writes"));
    }
}
