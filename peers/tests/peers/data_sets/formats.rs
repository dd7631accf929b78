//! The results of formats for dates and times, at all their widths, beside parso, whose own tests hold it against what
//! SAS printed.

use std::fmt::Write as _;
use std::fs;

use feedrate_values::calendar::Date;

use super::readers::variable;
use super::run;
use crate::program::peer_succeeds;

/// A kind of values, and which formats show them: each with its least and greatest width and its most decimals.
struct Family {
    name: &'static str,
    values: fn() -> Vec<f64>,
    formats: &'static [(&'static str, usize, usize, usize)],
}

const FAMILIES: [Family; 3] = [
    Family {
        name: "dates",
        values: dates,
        formats: &[
            ("DATE", 5, 11, 0),
            ("DAY", 2, 4, 0),
            ("DDMMYY", 2, 10, 0),
            ("DDMMYYB", 2, 10, 0),
            ("DDMMYYC", 2, 10, 0),
            ("DDMMYYD", 2, 10, 0),
            ("DDMMYYN", 2, 8, 0),
            ("DDMMYYP", 2, 10, 0),
            ("MMDDYY", 2, 10, 0),
            ("MMDDYYN", 2, 8, 0),
            ("MMDDYYS", 2, 10, 0),
            ("YYMMDD", 2, 10, 0),
            ("YYMMDDN", 2, 8, 0),
            ("YYMMDDP", 2, 10, 0),
            ("MMYY", 5, 9, 0),
            ("MMYYC", 5, 9, 0),
            ("MMYYN", 4, 8, 0),
            ("YYMM", 5, 9, 0),
            ("YYMMD", 5, 9, 0),
            ("YYMMN", 4, 8, 0),
            ("JULIAN", 5, 7, 0),
            ("JULDAY", 3, 5, 0),
            ("MONTH", 1, 4, 0),
            ("YEAR", 2, 6, 0),
            ("MONYY", 5, 7, 0),
            ("YYMON", 5, 7, 0),
            ("B8601DA", 8, 10, 0),
            ("E8601DA", 10, 10, 0),
            ("MONNAME", 1, 12, 0),
            ("WEEKDATE", 3, 37, 0),
            ("WEEKDATX", 3, 37, 0),
            ("WEEKDAY", 1, 4, 0),
            ("DOWNAME", 1, 12, 0),
            ("WORDDATE", 3, 32, 0),
            ("WORDDATX", 3, 32, 0),
        ],
    },
    Family {
        name: "times",
        values: times,
        formats: &[
            ("TIME", 2, 13, 3),
            ("MMSS", 2, 10, 3),
            ("HHMM", 2, 9, 3),
            ("HOUR", 2, 7, 3),
            ("E8601TM", 8, 13, 3),
        ],
    },
    Family {
        name: "datetimes",
        values: datetimes,
        formats: &[
            ("DATETIME", 7, 24, 3),
            ("TOD", 2, 14, 3),
            ("DTDATE", 5, 9, 0),
            ("DTMONYY", 5, 7, 0),
            ("DTYEAR", 2, 4, 0),
            ("E8601DN", 10, 10, 0),
            ("B8601DN", 10, 10, 0),
        ],
    },
];

fn dates() -> Vec<f64> {
    let edges = [-138_061.0, -1.0, 0.0, 745_153.0, 745_154.0, 2_206_122.0, 2_936_547.0];
    let others = (0..3000).map(|index| f64::from(index * 1021 - 138_061));
    edges.into_iter().chain(others).collect()
}

fn times() -> Vec<f64> {
    let edges = [
        0.0, 0.001, 0.05, 59.5, 1775.0, 3599.9321, 3599.9875, 3599.9999, 86_400.0, 359_280.0,
    ];
    let long = [
        359_999.932_1,
        359_999.999_9,
        3_599_999.999_9,
        35_557_017.1,
        444_444_444.0,
    ];
    let signs = |time: f64| [time, -time];
    let some = (0..700).flat_map(|index| [f64::from(index) * 15.905, f64::from(index) * 157.05]);
    let tenths = (0..40).map(|index| 69_506.05 + f64::from(index) / 20.0);
    let all = edges.into_iter().chain(long).chain(some).chain(tenths);
    all.flat_map(signs).collect()
}

fn datetimes() -> Vec<f64> {
    let midnights = [
        -11_928_470_400.0,
        -86_400.0,
        0.0,
        315_619_200.0,
        1_679_184_000.0,
        253_717_660_800.0,
    ];
    let around = [
        -0.001, -0.1, -0.5, 0.0, 0.001, 0.05, 1.02, 59.5, 61.3, 3599.9875, 36_000.05,
    ];
    let edges = midnights
        .into_iter()
        .flat_map(|midnight| around.map(|after| midnight + after))
        .filter(|datetime| *datetime >= -11_928_470_400.0);
    let others = (-700..700).map(|index| f64::from(index) * 1_957_212.345);
    edges.chain(others).collect()
}

impl Family {
    /// All of its formats, at all widths.
    fn specs(&self) -> Vec<String> {
        let mut specs = Vec::new();
        for &(name, least, most, decimals) in self.formats {
            specs.push(format!("{name}."));
            for width in least..=most {
                specs.push(format!("{name}{width}."));
                for decimals in 1..=decimals.min(width - 1) {
                    specs.push(format!("{name}{width}.{decimals}"));
                }
            }
        }
        specs
    }

    /// A step that makes a data set of the values with all formats, and a text of what they show.
    fn step(&self) -> String {
        let name = self.name;
        let specs = self.specs();
        let mut step = format!("data lib.{name}(drop=v);\n  infile '{name}.in';\n  input v 32.;\n");
        let columns: Vec<_> = (0..specs.len()).map(|index| format!("f{index}")).collect();
        for (column, spec) in columns.iter().zip(&specs) {
            writeln!(step, "  format {column} {spec};\n  {column} = v;").expect("a string");
        }
        writeln!(step, "  file '{name}.out' lrecl=32767;").expect("a string");
        let shown: Vec<_> = specs.iter().map(|spec| format!("v {spec}")).collect();
        writeln!(step, "  put {};\nrun;", shown.join(" '09'x ")).expect("a string");
        step
    }
}

/// Returns whether parso writes otherwise than SAS. Its calendar has the leap days of 4000 and 8000, which count among
/// the days of those years and of the weeks ever after.
fn is_of_parso(spec: &str, value: f64) -> bool {
    let is_of_week = ["WEEK", "DOWNAME"].iter().any(|stem| spec.starts_with(stem));
    let year = Date::of(value).map_or(0, Date::year);
    is_of_week && value > 745_153.0 || spec.starts_with("JUL") && [4000, 8000].contains(&year)
}

#[test]
fn dates_and_times_are_shown_as_parso_shows_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = format!("libname lib '{}';\n", folder.path().display());
    for family in &FAMILIES {
        let lines: String = (family.values)().iter().map(|value| format!("{value:>32}\n")).collect();
        let path = folder.path().join(format!("{}.in", family.name));
        fs::write(path, lines).expect("the folder takes files");
        program += &family.step();
    }
    let place = format!("{}/", folder.path().display());
    for ending in ["in", "out"] {
        for family in &FAMILIES {
            let name = format!("'{}.{ending}'", family.name);
            program = program.replace(&name, &format!("'{place}{}.{ending}'", family.name));
        }
    }
    run(folder.path(), &program);
    let jars = variable("FEEDRATE_PARSO") + "/*";
    let main = concat!(env!("CARGO_MANIFEST_DIR"), "/java/Shown.java");
    let mut cells = 0;
    let mut others = Vec::new();
    for family in &FAMILIES {
        let file = format!("{place}{}.sas7bdat", family.name);
        let parso = peer_succeeds("java", vec!["-cp", &jars, main, &file]);
        let ours = fs::read_to_string(format!("{place}{}.out", family.name)).expect("the text");
        let values = (family.values)();
        assert_eq!(ours.lines().count(), values.len());
        assert_eq!(parso.lines().count(), values.len());
        let specs = family.specs();
        for ((ours, parso), value) in ours.lines().zip(parso.lines()).zip(values) {
            for ((ours, parso), spec) in ours.split('\t').zip(parso.split('\t')).zip(&specs) {
                cells += 1;
                if ours != parso && !is_of_parso(spec, value) {
                    others.push(format!("{value} {spec} |{ours}| |{parso}|"));
                }
            }
        }
    }
    assert!(cells > 500_000, "{cells}");
    assert!(
        others.is_empty(),
        "{} of {cells}:\n{}",
        others.len(),
        others[..others.len().min(100)].join("\n")
    );
}
