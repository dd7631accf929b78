//! Views in FROM are replaced by their queries.

use std::path::PathBuf;
use std::sync::Arc;

use feedrate_dataset::{DataSetName, Reader};
use feedrate_language::parse::{is_stored_step, sql};
use feedrate_language::tree::{DataSet, Name, Query, SqlStatementKind};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::{Catalog, DataSetFacts, SessionFacts};
use feedrate_program::Site;
use feedrate_values::format::Formats;
use feedrate_values::informat::Informat;
use feedrate_values::{Kind, Spec};

use super::from::From;
use super::relation::Relation;
use super::{Binder, Purpose, Result};

/// The depth to which views may be nested.
const MOST_VIEWS: usize = 50;

/// The most tables that the views of a query may read in all: plans are nested as deeply.
const MOST_TABLES: usize = 256;

/// The catalog for the query of a view in a library: names without a library refer to that library.
struct LibraryCatalog<'c> {
    catalog: &'c mut dyn Catalog,
    library: &'c str,
}

impl Binder<'_> {
    /// Binds a view; `None` if the name is not that of a view.
    pub(super) fn view(&mut self, data_set: &DataSet, alias: Option<&Name>) -> Result<Option<From>> {
        let at = data_set.member.at;
        let library = match &data_set.library {
            Some(library) => library.text.clone(),
            None => self.catalog.default_library(),
        };
        // An invalid name is reported when it is looked up as a data set.
        let Ok(name) = DataSetName::new(&library, &data_set.member.text) else {
            return Ok(None);
        };
        let text = self.catalog.view(&name);
        // The rows of a view that is a DATA step are read like those of a data set.
        let Some(text) = text
            .map_err(|why| Diagnostic::error(at, why))?
            .filter(|text| !is_stored_step(text))
        else {
            return Ok(None);
        };
        let in_view = |error: Diagnostic| {
            let message = format!("the view {name} cannot be read: {}", error.message);
            Diagnostic { message, ..error }
        };
        let SqlStatementKind::CreateView { columns, query, .. } = sql::view(&text, at).map_err(in_view)?.kind else {
            return Ok(None);
        };
        let relation = self.query_of_view(&name, &query, at).map_err(in_view)?;
        let mut from = From::of_relation(relation, &columns, alias, at).map_err(in_view)?;
        if alias.is_none() {
            for table in &mut from.scope.tables {
                table.name = Some(name.member().to_owned());
                table.whole_name = Some(name.to_string());
            }
        }
        Ok(Some(from))
    }

    /// Binds the query of a view, in which names without a library refer to the view's library.
    pub(crate) fn query_of_view(&mut self, name: &DataSetName, query: &Query, at: Position) -> Result<Relation> {
        if self.viewing.contains(name) {
            return Err(Diagnostic::error(at, format!("the view {name} reads itself")));
        }
        if self.viewing.len() == MOST_VIEWS {
            return Err(Diagnostic::error(
                at,
                format!("more than {MOST_VIEWS} views read one another; make a table of one of them"),
            ));
        }
        let mut catalog = LibraryCatalog {
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
        let (diagnostics, sources) = (inner.diagnostics, inner.sources);
        self.next = next;
        self.in_order |= in_order;
        self.diagnostics.extend(diagnostics);
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

impl Catalog for LibraryCatalog<'_> {
    fn data_set(&mut self, name: &DataSetName) -> std::result::Result<DataSetFacts, String> {
        self.catalog.data_set(name)
    }

    fn check_output(&mut self, name: &DataSetName) -> std::result::Result<(), String> {
        self.catalog.check_output(name)
    }

    fn view(&mut self, name: &DataSetName) -> std::result::Result<Option<String>, String> {
        self.catalog.view(name)
    }

    fn is_on_cluster(&self, library: &str) -> bool {
        self.catalog.is_on_cluster(library)
    }

    fn show_data_sets(&mut self, see: &mut dyn FnMut(&DataSetName, &Reader)) -> std::result::Result<(), String> {
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

    fn formats(&self) -> &Formats {
        self.catalog.formats()
    }

    fn informat(&self, spec: &Spec, kind: Kind, length: u32) -> std::result::Result<Informat, String> {
        self.catalog.informat(spec, kind, length)
    }

    fn file(&self, reference: &str) -> Option<PathBuf> {
        self.catalog.file(reference)
    }

    fn site(&self, position: Position) -> Site {
        self.catalog.site(position)
    }
}
