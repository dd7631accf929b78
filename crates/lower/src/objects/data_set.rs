//! The data sets that objects read and make.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::YEAR_CUTOFF;
use feedrate_language::parse::data_set_of_text;
use feedrate_language::tree::{
    Binary, CallArgument, DataSet, DataSetOption, Expression, ExpressionKind, OptionValue, VariableList, VariableRange,
};
use feedrate_program::{ItemSelection, NamePattern, ObjectDataSet, ObjectOutput, ObjectSource};

use feedrate_dataset::DataSetName;

use crate::catalog::Reaction;
use crate::column::{Column, Columns};
use crate::facts::Conditions;
use crate::list::Roster;
use crate::lowering::StepLowering;

/// The functions that join texts: the last one that they join may have the options of a data set.
const JOINING: &[&str] = &["CAT", "CATS", "CATT"];

impl StepLowering<'_> {
    /// Lowers DATASET: of a constructor.
    pub(super) fn object_source(&mut self, expression: &Expression) -> Option<ObjectSource> {
        let (data_set, options) = self.object_data_set(expression, true)?;
        let chosen = self.source_options(&options);
        if let Some((_, at)) = chosen.contributes {
            return self.fail(at, "IN= is for data sets that SET and MERGE read");
        }
        let selection = self.selection(&options)?;
        let mut conditions = Conditions::default();
        let condition = options.iter().rev().find_map(|option| match &option.value {
            OptionValue::Condition(condition) => Some((condition, option.at)),
            _ => None,
        });
        match (&data_set, condition) {
            (ObjectDataSet::Stated(name), condition) => match self.catalog.data_set(name) {
                Ok(facts) => {
                    let variables = facts.schema.variables();
                    let all = variables.iter().enumerate().map(|(origin, variable)| Column {
                        name: variable.name.clone(),
                        kind: variable.kind,
                        origin,
                    });
                    let columns = Columns::new(all.collect());
                    let columns = self.choose(columns, &options, self.options.strangers_read);
                    let lengths: Vec<u32> = variables.iter().map(|variable| variable.length).collect();
                    if let Some((condition, _)) = condition {
                        self.add_condition(&mut conditions, name, &columns, &lengths, condition);
                    }
                }
                // Without a condition, the data set is looked for when the object is made.
                Err(refusal) => {
                    if let Some((_, at)) = condition {
                        self.refuse_data_set(Diagnostic::error(at, refusal));
                        return None;
                    }
                }
            },
            (ObjectDataSet::Computed { .. }, Some((_, at))) => {
                return self.fail_with_hint(
                    at,
                    "WHERE= needs a data set whose name is written out, because its variables must be known",
                    "write the name as one text in quotes, which a macro variable may be a part of",
                );
            }
            (ObjectDataSet::Computed { .. }, None) => {}
        }
        Some(ObjectSource {
            data_set,
            settings: chosen.settings,
            first: chosen.first.unwrap_or(self.options.first_observation),
            last: chosen.last.unwrap_or(self.options.last_observation),
            filter: conditions.into_filter(),
            selection,
        })
    }

    /// Lowers DATASET: of OUTPUT.
    pub(super) fn object_output(&mut self, expression: &Expression) -> Option<ObjectOutput> {
        let (data_set, options) = self.object_data_set(expression, false)?;
        let target = self.target_options(&options);
        let selection = self.selection(&options)?;
        if let ObjectDataSet::Stated(name) = &data_set
            && let Err(refusal) = self.catalog.check_output(name)
        {
            self.refuse_data_set(Diagnostic::error(expression.at, refusal));
            return None;
        }
        let mut condition = None;
        for option in &options {
            match &option.value {
                OptionValue::Indexes(_) => {
                    return self.fail_with_hint(
                        option.at,
                        "INDEX= is not supported for a data set that OUTPUT of an object makes",
                        "make the index with PROC DATASETS",
                    );
                }
                OptionValue::Order(_) => {
                    let message = "SORTEDBY= is not supported for a data set that OUTPUT of an object makes";
                    return self.fail(option.at, message);
                }
                OptionValue::Condition(expression) => {
                    let name = match &data_set {
                        ObjectDataSet::Stated(name) => name.clone(),
                        ObjectDataSet::Computed { library, .. } => DataSetName::new(library, "OUTPUT").ok()?,
                    };
                    let columns = self.variables_so_far();
                    let columns = self.choose(columns, &options, Reaction::Silence);
                    condition = Some(self.output_condition(&name, &columns, expression));
                }
                _ => {}
            }
        }
        Some(ObjectOutput {
            data_set,
            settings: target.settings,
            label: target.label,
            keep_existing: target.keep_existing,
            condition,
            selection,
        })
    }

    fn variables_so_far(&self) -> Columns {
        let all = self.variables.iter().filter(|(id, _)| self.variables.is_listed(id.0));
        let all = all.filter_map(|(id, entry)| {
            Some(Column {
                name: entry.name.clone(),
                kind: entry.slot?.kind(),
                origin: id.0,
            })
        });
        Columns::new(all.collect())
    }

    /// Lowers the name of a data set, and returns its options. Those behind a name that is computed are the end of the
    /// last text that is joined to it.
    fn object_data_set(
        &mut self,
        expression: &Expression,
        is_read: bool,
    ) -> Option<(ObjectDataSet, Vec<DataSetOption>)> {
        let at = expression.at;
        if let ExpressionKind::Text(text) = &expression.kind {
            let data_set = self.parsed(&String::from_utf8_lossy(text), expression)?;
            let name = match is_read {
                true => self.source_name(&data_set)?,
                false => self.target_name(&data_set)?,
            };
            return Some((ObjectDataSet::Stated(name), data_set.options));
        }
        let (name, options) = match without_options(expression) {
            Some((name, options)) => {
                let whole = format!("a{}", options.trim_start());
                (name, self.parsed(&whole, expression)?.options)
            }
            None => (expression.clone(), Vec::new()),
        };
        let typed = self.expression(&name);
        let (text, _) = self.text_from(typed, at);
        let library = self.catalog.default_library();
        Some((ObjectDataSet::Computed { text, library }, options))
    }

    fn parsed(&mut self, text: &str, expression: &Expression) -> Option<DataSet> {
        match data_set_of_text(text, expression.at, YEAR_CUTOFF) {
            Ok(data_set) => Some(data_set),
            Err(diagnostic) => {
                self.refuse_anyway(diagnostic);
                None
            }
        }
    }

    /// Lowers KEEP=, DROP= and RENAME=.
    fn selection(&mut self, options: &[DataSetOption]) -> Option<ItemSelection> {
        let mut selection = ItemSelection::default();
        for option in options {
            match &option.value {
                OptionValue::Variables(lists) => {
                    let patterns = self.patterns(lists)?;
                    match option.name.as_str() {
                        "KEEP" => selection.keep.get_or_insert_default().extend(patterns),
                        _ => selection.drop.extend(patterns),
                    }
                }
                OptionValue::Renames(pairs) => {
                    for (old, new) in pairs {
                        if !self.is_name(&new.text, new.at) {
                            return None;
                        }
                        selection.rename.push((old.text.clone(), new.text.clone()));
                    }
                }
                _ => {}
            }
        }
        Some(selection)
    }

    fn patterns(&mut self, lists: &[VariableList]) -> Option<Vec<NamePattern>> {
        let mut patterns = Vec::new();
        for list in lists {
            match (&list.range, list.range.names()) {
                (_, Some(names)) => patterns.extend(names.into_iter().map(NamePattern::One)),
                (VariableRange::Prefix(prefix), None) => patterns.push(NamePattern::Prefix(prefix.clone())),
                (VariableRange::All(None), None) => patterns.push(NamePattern::Prefix(String::new())),
                _ => {
                    return self.fail_with_hint(
                        list.at,
                        "this list depends on the order or the kinds of the variables of an object",
                        "write the names out",
                    );
                }
            }
        }
        Some(patterns)
    }
}

/// Returns the name and the text of the options if an expression joins both, as in `cats('a', n, '(drop=x)')`.
fn without_options(expression: &Expression) -> Option<(Expression, String)> {
    let is_options = |last: &Expression| match &last.kind {
        ExpressionKind::Text(text) if text.trim_ascii_start().starts_with(b"(") => {
            Some(String::from_utf8_lossy(text).into_owned())
        }
        _ => None,
    };
    match &expression.kind {
        ExpressionKind::Binary {
            operator: Binary::Concatenate,
            left,
            right,
            ..
        } => Some(((**left).clone(), is_options(right)?)),
        ExpressionKind::Call { name, arguments } if JOINING.iter().any(|own| name.eq_ignore_ascii_case(own)) => {
            let (last, front) = arguments.split_last()?;
            let CallArgument::One(last) = last else {
                return None;
            };
            let options = is_options(last).filter(|_| !front.is_empty())?;
            let kind = ExpressionKind::Call {
                name: name.clone(),
                arguments: front.to_vec(),
            };
            Some((
                Expression {
                    kind,
                    at: expression.at,
                },
                options,
            ))
        }
        _ => None,
    }
}
