//! The tables of TPC-H.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::ValueEnum;
use feedrate_bench::harness::bench::Bench;
use feedrate_bench::peers::feedrate::{Feedrate, library};
use feedrate_bench::process::child::Bounds;
use serde::Serialize;

/// The names of the tables.
const NAMES: [&str; 8] = [
    "customer", "lineitem", "nation", "orders", "part", "partsupp", "region", "supplier",
];

/// A format of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// `.sas7bdat` files.
    Sas7bdat,
    /// Parquet files.
    Parquet,
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Sas7bdat => "sas7bdat",
            Self::Parquet => "parquet",
        })
    }
}

/// The folders of the tables.
#[derive(Debug)]
pub struct Tables {
    parquet: PathBuf,
    sas7bdat: PathBuf,
}

impl Tables {
    /// Takes the Parquet files of a folder.
    pub fn at(folder: &Path, bench: &Bench) -> Result<Self, String> {
        let parquet = folder
            .canonicalize()
            .map_err(|error| format!("cannot find the tables in {}: {error}", folder.display()))?;
        for name in NAMES {
            let file = parquet.join(format!("{name}.parquet"));
            if !file.is_file() {
                return Err(format!("there is no {}", file.display()));
            }
        }
        Ok(Self {
            parquet,
            sas7bdat: bench.subfolder("sas7bdat")?,
        })
    }

    /// Makes Parquet files with a generator.
    pub fn generated(generator: &Path, scale: f64, bench: &Bench) -> Result<Self, String> {
        let parquet = bench.folder().join("parquet");
        let mut generate = Command::new(generator);
        generate.args(["parquet", "-s", &scale.to_string()]);
        generate.arg(format!("--output-dir={}", parquet.display()));
        bench
            .run(&mut generate, Bounds::default())
            .map_err(|error| format!("{error}; `pip install tpchgen-cli` installs it"))?;
        Self::at(&parquet, bench)
    }

    /// Makes `.sas7bdat` files of the Parquet files.
    pub fn copy(&self, feedrate: &Feedrate, bench: &Bench) -> Result<(), String> {
        let text = format!(
            "{}\n{}proc copy in=t out=s; select {}; run;\n",
            self.libname(Format::Parquet, None),
            library("s", &self.sas7bdat),
            NAMES.join(" ")
        );
        feedrate.program(&text, bench)?.run().map(drop)
    }

    /// Returns the statement that assigns the library T to the tables; `address` is that of a scheduler.
    pub fn libname(&self, format: Format, address: Option<&str>) -> String {
        let (engine, folder) = match format {
            Format::Sas7bdat => ("", &self.sas7bdat),
            Format::Parquet => ("parquet ", &self.parquet),
        };
        match address {
            None => format!("libname t {engine}'{}';", folder.display()),
            Some(address) => format!("libname t cluster '{address}' path='{}';", folder.display()),
        }
    }
}
