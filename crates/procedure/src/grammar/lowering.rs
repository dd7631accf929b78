//! A procedure that is being lowered: its statements, and what many grammars share.

use feedrate_dataset::DataSetName;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::token::{Symbol, Token};
use feedrate_language::tree::{DataSet, Name, Procedure};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::name::{self, begin_with, is_word, whole_name};
use feedrate_lower::{Catalog, Options};
use feedrate_program::Site;

/// A procedure that is being lowered.
pub struct ProcedureLowering<'p> {
    /// Its statements.
    pub procedure: &'p Procedure,
    /// Its name in capitals.
    pub name: &'p str,
    /// The data sets that it may read and make.
    pub catalog: &'p mut dyn Catalog,
    /// The system options.
    pub options: &'p Options,
    /// The errors, warnings and notes so far.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'p> ProcedureLowering<'p> {
    /// Begins to lower a procedure of a name in capitals.
    pub fn new(procedure: &'p Procedure, name: &'p str, catalog: &'p mut dyn Catalog, options: &'p Options) -> Self {
        Self {
            procedure,
            name,
            catalog,
            options,
            diagnostics: Vec::new(),
        }
    }

    /// Returns the tokens after the name in the PROC statement.
    pub fn head(&self) -> Cursor<'p> {
        cursor(&self.procedure.head, self.procedure.at)
    }

    /// The statements: the word each begins with, in small letters, and what follows it.
    pub fn statements(&self) -> Vec<(String, Position, Cursor<'p>)> {
        let at = self.procedure.at;
        let statements = self.procedure.statements.iter().map(|tokens| {
            let first = tokens.first();
            let word = first.map_or_else(String::new, |token| token.text.to_ascii_lowercase());
            let mut rest = cursor(tokens, at);
            rest.skip(1);
            (word, first.map_or(at, |token| token.position), rest)
        });
        statements.collect()
    }

    /// Returns the error that a name is not known here, with the known name that may have been meant.
    pub fn unknown(&self, name: &Name, what: &str, known: &[&str]) -> Diagnostic {
        let upper = name.text.to_ascii_uppercase();
        let allowed: Vec<&str> = [";"].iter().chain(known).copied().collect();
        let error = Diagnostic::unexpected(name.at, &allowed.join(", "), &format!("`{}`", name.text));
        let error = error.with_hint(format!("{upper} is not {what} of PROC {} that is supported", self.name));
        match did_you_mean(&upper, known.iter().copied()) {
            Some(hint) => error.with_hint(hint),
            None => error,
        }
    }

    /// `=` and a data set without options of its own. It is of `library` where it names none, and of the
    /// default library without that. It comes with where it stands.
    pub fn bare_data_set(
        &mut self,
        cursor: &mut Cursor<'_>,
        option: &str,
        library: Option<&str>,
    ) -> Result<(DataSetName, Position)> {
        cursor.expect(Symbol::Equal, &format!("after {option}"))?;
        let data_set = cursor.data_set()?;
        if let Some(first) = data_set.options.first() {
            return Err(Diagnostic::error(
                first.at,
                format!("data set options cannot stand in {option}= of PROC {}", self.name),
            ));
        }
        let name = match library {
            Some(library) if !is_word(&data_set, "_LAST_") => whole_name(&data_set, library, self.catalog)?,
            _ => self.name_of(&data_set)?,
        };
        Ok((name, data_set.member.at))
    }

    /// The whole name of a data set.
    pub fn name_of(&mut self, data_set: &DataSet) -> Result<DataSetName> {
        match is_word(data_set, "_LAST_") {
            true => self.last(data_set.member.at),
            false => {
                let default = self.catalog.default_library();
                whole_name(data_set, &default, self.catalog)
            }
        }
    }

    /// The data set that was made last.
    pub fn last(&mut self, at: Position) -> Result<DataSetName> {
        name::last(self.catalog, at).map_err(|diagnostic| diagnostic.with_hint("name one with DATA="))
    }

    /// `=` and the name of a library, in capitals.
    pub fn library(&mut self, cursor: &mut Cursor<'_>, option: &str) -> Result<Name> {
        cursor.expect(Symbol::Equal, &format!("after {option}"))?;
        let name = cursor.expect_name("the name of a library")?;
        let any =
            DataSetName::new(&name.text, "_ALL_").map_err(|error| Diagnostic::error(name.at, error.to_string()))?;
        self.catalog
            .check_output(&any)
            .map_err(|why| Diagnostic::error(name.at, why))?;
        Ok(Name {
            text: any.library().to_owned(),
            at: name.at,
        })
    }

    /// Names of data sets of one library up to the end of the statement, each with where it stands.
    pub fn members(&mut self, cursor: &mut Cursor<'_>, of: &str, library: &str) -> Result<Vec<(Site, DataSetName)>> {
        let (mut names, mut is_any) = (Vec::new(), false);
        while !cursor.at_end() && !cursor.is(0, Symbol::Slash) {
            is_any = true;
            if cursor.is_name(0) && cursor.is(1, Symbol::Colon) {
                let Name { text, at } = cursor.expect_name("the name of a data set")?;
                cursor.skip(1);
                let members = self.catalog.members(library);
                let members = members.map_err(|why| Diagnostic::error(at, why))?;
                let before = names.len();
                for text in begin_with(members, &text) {
                    let name = member(&Name { text, at }, library)?;
                    names.push((self.catalog.site(at), name));
                }
                if names.len() == before {
                    let message = format!("no member of {library} has a name that begins with {text}");
                    match of {
                        // There is nothing to delete.
                        "DELETE" => self.diagnostics.push(Diagnostic::note(at, message)),
                        _ => return Err(Diagnostic::error(at, message)),
                    }
                }
                continue;
            }
            for name in cursor.some_names(of)? {
                names.push((self.catalog.site(name.at), member(&name, library)?));
            }
        }
        match is_any {
            false => Err(cursor.expected(&format!("the name of a data set for {of}"))),
            true => Ok(names),
        }
    }

    /// Takes the diagnostics of something that was lowered.
    ///
    /// # Errors
    /// The first error among them; the others are kept.
    pub fn take(&mut self, mut diagnostics: Vec<Diagnostic>) -> Result<()> {
        let error = diagnostics.iter().position(Diagnostic::is_error);
        let error = error.map(|first| diagnostics.remove(first));
        self.diagnostics.extend(diagnostics);
        error.map_or(Ok(()), Err)
    }
}

/// A data set of a library.
pub fn member(name: &Name, library: &str) -> Result<DataSetName> {
    DataSetName::new(library, &name.text).map_err(|error| Diagnostic::error(name.at, error.to_string()))
}

fn cursor(tokens: &[Token], at: Position) -> Cursor<'_> {
    Cursor::new(tokens, tokens.last().map_or(at, |token| token.position))
}
