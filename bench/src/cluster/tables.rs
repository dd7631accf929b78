//! The tables of TPC-H.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use feedrate_bench::child::{self, Stop};
use feedrate_bench::feedrate::Feedrate;

use crate::arguments::{Arguments, Format};

/// The names of the tables.
const NAMES: [&str; 8] = [
    "customer", "lineitem", "nation", "orders", "part", "partsupp", "region", "supplier",
];

/// The folders of the tables.
#[derive(Debug)]
pub struct Tables {
    parquet: PathBuf,
    sas7bdat: PathBuf,
}

impl Tables {
    /// Makes the tables in a folder, or takes the Parquet files that were named.
    pub fn make(
        arguments: &Arguments,
        feedrate: &Feedrate,
        folder: &Path,
        stop: &Stop,
    ) -> Result<Self, String> {
        let errors = folder.join("tables.err");
        let parquet = match &arguments.tables {
            Some(tables) => tables.canonicalize().map_err(|error| {
                format!("cannot find the tables in {}: {error}", tables.display())
            })?,
            None => {
                let parquet = folder.join("parquet");
                let mut generate = Command::new(&arguments.generator);
                generate.args(["parquet", "-s", &arguments.scale.to_string()]);
                generate.arg(format!("--output-dir={}", parquet.display()));
                child::run(&mut generate, &errors, stop)
                    .map_err(|error| format!("{error}; `pip install tpchgen-cli` installs it"))?;
                parquet
            }
        };
        for name in NAMES {
            let file = parquet.join(format!("{name}.parquet"));
            if !file.is_file() {
                return Err(format!("there is no {}", file.display()));
            }
        }
        let sas7bdat = folder.join("sas7bdat");
        let tables = Self { parquet, sas7bdat };
        if arguments.formats.contains(&Format::Sas7bdat) {
            fs::create_dir(&tables.sas7bdat)
                .map_err(|error| format!("cannot make a folder: {error}"))?;
            let program = folder.join("tables.sas");
            let text = format!(
                "libname p parquet '{}';\nlibname s '{}';\nproc copy in=p out=s; select {}; run;\n",
                tables.parquet.display(),
                tables.sas7bdat.display(),
                NAMES.join(" ")
            );
            fs::write(&program, text)
                .map_err(|error| format!("cannot write a program: {error}"))?;
            child::run(feedrate.command("run").arg(&program), &errors, stop)?;
        }
        Ok(tables)
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
