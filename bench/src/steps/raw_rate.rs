//! The raw rate: who gives it, and the files for it, one as large as each table, on which transfers alone are made.

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::peers::file::TestFile;
use feedrate_bench::peers::fio::Fio;
use feedrate_bench::volume;

use super::case::Case;
use super::stage::Rows;
use super::values::Values;

/// fio and the files.
#[derive(Debug)]
pub struct Raw {
    /// fio.
    pub fio: Fio,
    /// Those of the table of 127 variables.
    wide: Option<Files>,
    /// That of the table of claims.
    claims: Option<Files>,
}

/// The files that both programs work on.
#[derive(Debug)]
pub struct Files {
    /// The file that is read, and overwritten in place.
    pub file: TestFile,
    /// The file that is overwritten while the other is read; only a copy wants it.
    copy: Option<TestFile>,
}

impl Raw {
    /// Makes the files.
    pub fn make(fio: Fio, cases: &[&Case], rows: Rows, feedrate: &Feedrate, bench: &Bench) -> Result<Self, String> {
        let with_raw = || cases.iter().filter(|case| case.raw.is_some());
        let make = |values: Values, copies: bool| {
            // As large as the table, in whole MiB.
            let size = rows.bytes(values).next_multiple_of(1 << 20);
            let name = if values.is_wide() { "raw-wide" } else { "raw-claims" };
            let one = |name: &str| TestFile::make(&bench.subfolder(name)?, size, feedrate, bench);
            let file = one(name)?;
            // Where nothing leaves memory, all that follows would be in vain.
            volume::cool(file.path())?;
            let copy = copies.then(|| one(&format!("{name}-copy"))).transpose()?;
            Ok::<_, String>(Files { file, copy })
        };
        let copies = with_raw().any(|case| case.needs_copy());
        let wide = with_raw().any(|case| case.values.is_wide());
        let claims = with_raw().any(|case| case.values == Values::Claims);
        Ok(Self {
            fio,
            wide: wide.then(|| make(Values::Counting, copies)).transpose()?,
            claims: claims.then(|| make(Values::Claims, false)).transpose()?,
        })
    }

    /// Returns the files of a case.
    pub fn files(&self, case: &Case) -> Result<&Files, String> {
        let files = match case.values {
            Values::Counting | Values::Shuffled => self.wide.as_ref(),
            Values::Claims => self.claims.as_ref(),
            Values::Keyed => None,
        };
        files.ok_or_else(|| format!("no files were made for transfers of {}", case.name))
    }
}

impl Files {
    /// Returns the file that a case writes.
    pub fn written(&self, case: &Case) -> Result<&TestFile, String> {
        match case.needs_copy() {
            true => self.copy.as_ref().ok_or("no file was made for copies".to_owned()),
            false => Ok(&self.file),
        }
    }
}
