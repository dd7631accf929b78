//! The chosen settings as lines to copy, and when to use which.

use std::path::{MAIN_SEPARATOR, Path};

use feedrate_document::format;
use feedrate_pageio::Discipline;
use serde::Serialize;

use crate::findings::Findings;
use crate::guidance::Guidance;
use crate::measurement::Measurement;
use crate::system::{FIO_OVERLAPPED, FIO_OVERLAPPED_DIRECT, REMOVE, numbered, quoted};

/// Lines to copy.
#[derive(Clone, Debug, Serialize)]
pub struct Advice {
    /// The command that measures the best setting again with feedrate.
    pub feedrate: String,
    /// True if these settings are only those that were measured again, because the choice among several is undecided.
    pub undecided: bool,
    /// The options for SAS, from figures with one transfer at a time only; absent if none were measured.
    pub sas: Option<String>,
    /// The closest fio command.
    pub fio: String,
    /// When to use which way.
    pub guidance: Vec<Guidance>,
}

impl Advice {
    /// Returns the lines for a folder and the size of its test files, with the guidance beside them; `None` if nothing
    /// was confirmed.
    pub fn of(folder: &Path, size: u64, findings: &Findings, guidance: Vec<Guidance>) -> Option<Self> {
        let best = findings.best()?;
        // A path that is not UTF-8 cannot be copied as a line.
        let path = folder.to_str()?;
        Some(Self {
            undecided: findings.undecided().next().is_some() || findings.rival_for_sas().is_some(),
            feedrate: feedrate_line(path, best, size),
            sas: findings.for_sas().map(|measured| sas_lines(path, measured)),
            fio: fio_line(path, best, size),
            guidance,
        })
    }
}

/// Returns a command of the system's shell that writes the files to be read, measures, and removes its files if all
/// went well, because otherwise they may belong to someone else.
fn feedrate_line(folder: &str, measured: &Measurement, size: u64) -> String {
    let setting = measured.setting;
    let files = |option, name| numbered(option, &format!("{folder}{MAIN_SEPARATOR}{name}"), measured.streams);
    let (sources, targets) = (files("", "check-a"), files("", "check-b"));
    let write_to = files("--write-to=", "check-b");
    let size = format::size(size);
    let mut line = format!(
        "feedrate measure {sources} --do write --size {size} && feedrate measure {sources} --do mix \
         {write_to} --cold --durable --page {}",
        format::size(setting.page)
    );
    if setting.direct {
        line += " --method direct";
        if setting.buffers > 1 {
            line += &format!(" --pages {}", setting.buffers);
        }
    }
    if setting.discipline == Discipline::Overlapped {
        line += &format!(" --depth {} --target reserve", setting.depth);
    }
    line + &format!(" && {REMOVE} {sources} {targets}")
}

fn sas_lines(folder: &str, measured: &Measurement) -> String {
    let setting = measured.setting;
    let page = format::size(setting.page);
    let libname = folder.replace('"', "\"\"");
    if setting.direct {
        format!(
            "options bufsize={page} bufno={buffers};\n\
             libname data \"{libname}\" enabledirectio usedirectio=yes; /* UNIX */\n\
             options sgio;                              /* Windows, at start-up */",
            buffers = setting.buffers
        )
    } else {
        format!("options bufsize={page} bufno=1; /* cached, as by default */")
    }
}

fn fio_line(folder: &str, measured: &Measurement, size: u64) -> String {
    let setting = measured.setting;
    let engine = match setting.discipline {
        Discipline::AsSas => "--ioengine=psync".to_owned(),
        Discipline::Overlapped if setting.direct => format!("{FIO_OVERLAPPED_DIRECT} --iodepth={}", setting.depth),
        Discipline::Overlapped => format!("{FIO_OVERLAPPED} --iodepth={}", setting.depth),
    };
    format!(
        "fio --name=mix --directory={} --rw=rw --bs={} --size={} --direct={} {engine} --numjobs={} \
         --end_fsync=1 --invalidate=1 --group_reporting --unlink=1",
        // fio treats a colon as the end of a path.
        quoted(&folder.replace(':', "\\:")),
        setting.transfer_bytes(),
        2 * size,
        u8::from(setting.direct),
        measured.streams
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setting::Setting;
    use crate::testing;
    use crate::trial::Pattern;

    #[test]
    fn direct_transfers_that_are_not_faster_for_certain_are_not_advised() {
        let direct = Setting::direct_as_sas(64 << 10, 17);
        let sas = |direct_rates: &[f64]| {
            let rising = [380.0, 384.0, 388.0, 392.0, 396.0, 400.0];
            let measured = |setting, rates| testing::measured(Pattern::Mixed, setting, 2, rates, 0.1);
            let findings = Findings {
                confirmed: vec![measured(Setting::SAS_DEFAULT, &rising), measured(direct, direct_rates)],
                ..Findings::default()
            };
            let advice = Advice::of(Path::new("/data"), 1 << 30, &findings, Vec::new());
            advice.unwrap().sas.unwrap()
        };
        let alike = sas(&[402.0, 398.0, 394.0, 390.0, 386.0, 382.0]);
        assert!(alike.contains("cached, as by default"), "{alike}");
        let faster = sas(&[502.0, 498.0, 494.0, 490.0, 486.0, 482.0]);
        assert!(faster.contains("bufno=17"), "{faster}");
    }
}
