//! Views in FROM: their query in the place of their name.

use std::path::PathBuf;
use std::sync::Arc;

use feedrate_dataset::{DataSetName, Reader};
use feedrate_language::parse::sql;
use feedrate_language::tree::{DataSet, Name, Query, SqlStatementKind};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::{Catalog, DataSetFacts, SessionFacts};
use feedrate_steps::ir::Site;
use feedrate_values::format::Format;
use feedrate_values::informat::Informat;
use feedrate_values::{Kind, Spec};

use super::from::From;
use super::relation::Relation;
use super::{Binder, Purpose, Result};

/// Views that may be read one within the other.
const MOST_VIEWS: usize = 50;

/// Tables that the views of a query may read in all: plans nest as deeply.
const MOST_TABLES: usize = 256;

/// The session as a view in a library sees it: names without a library are of the same one.
struct OfLibrary<'c> {
    catalog: &'c mut dyn Catalog,
    library: &'c str,
}

impl Binder<'_> {
    /// The rows of a view; `None` where what is named is none.
    pub(super) fn view(
        &mut self,
        data_set: &DataSet,
        alias: Option<&Name>,
    ) -> Result<Option<From>> {
        let at = data_set.member.at;
        let library = match &data_set.library {
            Some(library) => library.text.clone(),
            None => self.catalog.default_library(),
        };
        // What is no name is told of when it is looked for as a data set.
        let Ok(name) = DataSetName::new(&library, &data_set.member.text) else {
            return Ok(None);
        };
        let text = self.catalog.view(&name);
        let Some(text) = text.map_err(|why| Diagnostic::error(at, why))? else {
            return Ok(None);
        };
        let told = |error: Diagnostic| {
            let message = format!("the view {name} cannot be read: {}", error.message);
            Diagnostic { message, ..error }
        };
        let SqlStatementKind::CreateView { columns, query, .. } =
            sql::view(&text, at).map_err(told)?.kind
        else {
            return Ok(None);
        };
        let relation = self.query_of_view(&name, &query, at).map_err(told)?;
        let mut from = From::of_relation(relation, &columns, alias, at).map_err(told)?;
        if alias.is_none() {
            for table in &mut from.scope.tables {
                table.name = Some(name.member().to_owned());
                table.whole_name = Some(name.to_string());
            }
        }
        Ok(Some(from))
    }

    /// The query of a view, in which names without a library are of the view's own.
    pub(crate) fn query_of_view(
        &mut self,
        name: &DataSetName,
        query: &Query,
        at: Position,
    ) -> Result<Relation> {
        if self.viewing.contains(name) {
            return Err(Diagnostic::error(
                at,
                format!("the view {name} reads itself"),
            ));
        }
        if self.viewing.len() == MOST_VIEWS {
            return Err(Diagnostic::error(
                at,
                format!(
                    "more than {MOST_VIEWS} views read one another; make a table of one of them"
                ),
            ));
        }
        let mut catalog = OfLibrary {
            catalog: &mut *self.catalog,
            library: name.library(),
        };
        let mut inner = Binder::new(
            &mut catalog,
            self.options,
            Arc::clone(&self.shared),
            self.symbols,
            self.limits,
        );
        inner.next = self.next;
        inner.viewing.clone_from(&self.viewing);
        inner.viewing.push(name.clone());
        let relation = inner.query(query, Purpose::Read, &[]);
        let (next, in_order) = (inner.next, inner.in_order);
        let (said, sources) = (inner.said, inner.sources);
        self.next = next;
        self.in_order |= in_order;
        self.said.extend(said);
        self.sources.extend(sources);
        if self.sources.len() > MOST_TABLES {
            return Err(Diagnostic::error(
                at,
                format!(
                    "what is read with views comes to more than {MOST_TABLES} tables; make tables of some of the views"
                ),
            ));
        }
        relation
    }
}

impl Catalog for OfLibrary<'_> {
    fn data_set(&mut self, name: &DataSetName) -> std::result::Result<DataSetFacts, String> {
        self.catalog.data_set(name)
    }

    fn check_output(&mut self, name: &DataSetName) -> std::result::Result<(), String> {
        self.catalog.check_output(name)
    }

    fn view(&mut self, name: &DataSetName) -> std::result::Result<Option<String>, String> {
        self.catalog.view(name)
    }

    fn show_data_sets(
        &mut self,
        see: &mut dyn FnMut(&DataSetName, &Reader),
    ) -> std::result::Result<(), String> {
        self.catalog.show_data_sets(see)
    }

    fn members(&mut self, library: &str) -> std::result::Result<Vec<String>, String> {
        self.catalog.members(library)
    }

    fn views(&mut self) -> std::result::Result<Vec<DataSetName>, String> {
        self.catalog.views()
    }

    fn session(&mut self) -> SessionFacts {
        self.catalog.session()
    }

    fn default_library(&self) -> String {
        self.library.to_owned()
    }

    fn last_data_set(&self) -> Option<DataSetName> {
        self.catalog.last_data_set()
    }

    fn next_data_set(&mut self) -> std::result::Result<DataSetName, String> {
        self.catalog.next_data_set()
    }

    fn format(&self, spec: &Spec, kind: Kind, length: u32) -> std::result::Result<Format, String> {
        self.catalog.format(spec, kind, length)
    }

    fn informat(
        &self,
        spec: &Spec,
        kind: Kind,
        length: u32,
    ) -> std::result::Result<Informat, String> {
        self.catalog.informat(spec, kind, length)
    }

    fn file(&self, reference: &str) -> Option<PathBuf> {
        self.catalog.file(reference)
    }

    fn site(&self, position: Position) -> Site {
        self.catalog.site(position)
    }
}
