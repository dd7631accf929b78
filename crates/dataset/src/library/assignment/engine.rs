//! The engines of libraries.

use std::sync::Arc;

use feedrate_pipe::PipeOptions;

use super::cluster::{CLUSTER, SharedFolder};
use crate::delimited::DelimitedFormat;
use crate::file_format::{ContainerFormat, FileFormat};
use crate::xport::{Transport, Version};
use crate::{format, native, pipe};

/// The engine of a library.
#[derive(Clone, Debug)]
pub enum Engine {
    /// A folder with `.sas7bdat` files: V9, or BASE.
    Native,
    /// A file that has several data sets, such as a transport file: XPORT or XPORTV8.
    Container(Arc<dyn ContainerFormat>),
    /// A folder with files of another format.
    Foreign(Arc<dyn FileFormat>),
    /// A pipe to or from another session: SASESOCK.
    Pipe(Arc<PipeOptions>),
    /// A folder that the machines of a cluster share: CLUSTER.
    Cluster(Arc<SharedFolder>),
}

/// The engine that expands character variables; its options also apply to others.
pub(super) const CVP: &str = "CVP";

/// Engines that a build may lack.
pub(super) const NOT_IN_EVERY_BUILD: [&str; 2] = ["ARROW", "PARQUET"];

/// The available engines by name. Initially these are V9, XPORT and CSV.
#[derive(Clone, Debug)]
pub struct Engines {
    /// Formats of files with several data sets, and the names of their engines in LIBNAME.
    containers: Vec<(&'static str, Arc<dyn ContainerFormat>)>,
    pub(in crate::library) foreign: Vec<Arc<dyn FileFormat>>,
}

impl Default for Engines {
    /// Returns the engines of every build. A new format of files has its line here.
    fn default() -> Self {
        Self {
            containers: vec![
                ("XPORT", Arc::new(Transport(Version::V5))),
                ("XPORTV8", Arc::new(Transport(Version::V8))),
            ],
            foreign: vec![Arc::new(DelimitedFormat::default())],
        }
    }
}

impl Engines {
    /// Adds the engine of a format.
    pub fn add(&mut self, format: Arc<dyn FileFormat>) {
        self.foreign.push(format);
    }

    /// Returns the engine of a name in either case, such as `V9` or `XPORT`.
    pub(super) fn find(&self, name: &str) -> Option<Engine> {
        match name.to_ascii_uppercase().as_str() {
            "V9" | "V8" | "V7" | "BASE" | CVP => Some(Engine::Native),
            name => {
                let mut containers = self.containers.iter();
                if let Some((_, format)) = containers.find(|(engine, _)| *engine == name) {
                    return Some(Engine::Container(Arc::clone(format)));
                }
                let mut foreign = self.foreign.iter();
                let found = foreign.find(|format| format.engine() == name);
                found.map(|format| Engine::Foreign(Arc::clone(format)))
            }
        }
    }
}

impl Engine {
    /// Returns its name in output.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Native => native::ENGINE,
            Self::Container(format) => format.engine(),
            Self::Foreign(format) => format.engine(),
            Self::Pipe(_) => pipe::ENGINE,
            Self::Cluster(_) => CLUSTER,
        }
    }

    /// Returns why a folder, or a file, cannot be the place of a library; `None` if it can.
    pub(super) fn refusal_of_place(&self, is_folder: bool, libref: &str) -> Option<String> {
        match self {
            Self::Native if !is_folder => Some(format!(
                "it is a file; name a folder, or write `libname {libref} xport` for a transport file"
            )),
            Self::Foreign(_) if !is_folder => Some("it is a file; name the folder that it lies in".into()),
            Self::Container(format) if is_folder => Some(format!("it is a folder; name {}", format.file_name())),
            _ => None,
        }
    }

    /// Returns whether its libraries are folders of this machine.
    pub(super) fn is_of_folders(&self) -> bool {
        matches!(self, Self::Native | Self::Foreign(_))
    }

    /// Returns the extension of its files, if its data sets are files of a folder.
    pub(in crate::library) fn extension(&self) -> Option<&'static str> {
        match self {
            Self::Native | Self::Cluster(_) => Some(format::EXTENSION),
            Self::Container(_) | Self::Pipe(_) => None,
            Self::Foreign(format) => Some(format.extension()),
        }
    }
}

impl PartialEq for Engine {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Engine {}
