//! Who gives the raw rate, and the files for it: one as large as each table, on which transfers alone are made.

use feedrate_bench::child::Stop;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::fio::Fio;
use feedrate_bench::volume;

use crate::arguments::Arguments;
use crate::case::Case;
use crate::stage::Stage;
use crate::transfers::Files;
use crate::values::Values;

/// What gives the raw rate.
#[derive(Debug)]
pub struct Raw {
    /// fio.
    pub fio: Fio,
    /// Those of the table of 127 variables.
    wide: Option<Files>,
    /// That of the table of claims.
    claims: Option<Files>,
}

impl Raw {
    /// Finds fio, and makes the files.
    pub fn find(
        arguments: &Arguments,
        feedrate: &Feedrate,
        stage: &Stage,
        stop: &Stop,
    ) -> Result<Self, String> {
        let fio = Fio::find(&arguments.fio)?;
        let cases = arguments.cases.iter().copied();
        let cases: Vec<_> = cases.filter(|case| case.has_raw()).collect();
        let make = |values: Values, copies: bool| {
            let name = if values.is_wide() { "wide" } else { "claims" };
            let folder = stage.folder().join(format!("raw-{name}"));
            let copy = copies.then(|| stage.folder().join(format!("raw-{name}-copy")));
            for folder in [Some(&folder), copy.as_ref()].into_iter().flatten() {
                stage.clear(&folder.join("data"))?;
            }
            // As large as the table, in whole MiB.
            let size = arguments.bytes_of(values).next_multiple_of(1 << 20);
            let files = Files::make((&folder, copy.as_deref()), size, feedrate, stop)?;
            // Where nothing leaves memory, all that follows would be in vain.
            volume::cool(files.file.path())?;
            Ok::<_, String>(files)
        };
        let is_wide = cases.iter().any(|case| case.values().is_wide());
        let is_claims = cases.iter().any(|case| case.values() == Values::Claims);
        let copies = cases.contains(&Case::Copy);
        Ok(Self {
            fio,
            wide: is_wide
                .then(|| make(Values::Counting, copies))
                .transpose()?,
            claims: is_claims.then(|| make(Values::Claims, false)).transpose()?,
        })
    }

    /// The files of a case.
    pub fn files(&self, case: Case) -> Result<&Files, String> {
        let files = match case.values() {
            Values::Counting | Values::Shuffled => &self.wide,
            Values::Claims => &self.claims,
            Values::Keyed => &None,
        };
        files
            .as_ref()
            .ok_or_else(|| format!("no files were made for transfers of {}", case.name()))
    }
}
