//! Transport files as libraries.

use std::path::Path;

use super::sink::NewMember;
use super::source::{TransportSource, contents};
use super::{ENGINE, Version};
use crate::error::Result;
use crate::file_format::{ContainedDataSet, ContainerFormat, NewDataSet, RowSink, RowSource};
use crate::name::DataSetName;
use crate::pages::StreamWriter;
use crate::schema::Schema;
use crate::settings::CharacterExpansion;

/// The format of transport files; new ones get this version.
#[derive(Debug)]
pub(crate) struct Transport(pub(crate) Version);

impl ContainerFormat for Transport {
    fn engine(&self) -> &'static str {
        ENGINE
    }

    fn file_name(&self) -> &'static str {
        "a transport file"
    }

    fn members(&self, path: &Path) -> Result<Vec<ContainedDataSet>> {
        let members = contents(path)?.members.into_iter();
        let members = members.map(|member| ContainedDataSet {
            bytes: member.rows.saturating_mul(member.row_length as u64),
            name: member.name,
        });
        Ok(members.collect())
    }

    fn open(
        &self,
        path: &Path,
        name: &str,
        expansion: Option<CharacterExpansion>,
    ) -> Result<Option<Box<dyn RowSource>>> {
        let source = TransportSource::open(path, name, expansion)?;
        Ok(source.map(|source| Box::new(source) as Box<dyn RowSource>))
    }

    fn create(
        &self,
        path: &Path,
        name: &DataSetName,
        schema: &Schema,
        facts: &NewDataSet,
        stream: StreamWriter,
    ) -> Result<Box<dyn RowSink>> {
        let member = NewMember {
            file: path,
            version: self.0,
            name,
        };
        member.begin(schema, facts, stream)
    }
}
