//! The sums of SUM, after each BY group and after all observations.

use feedrate_rows::environment::{GroupValue, Listing};
use feedrate_values::Value;

use super::Table;

/// The character of the rule above the sums of a BY group. `OF_ALL` is that above the grand totals.
pub(super) const OF_GROUP: char = '-';
pub(super) const OF_ALL: char = '=';

/// The sums of some observations.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// The sum of each column; 0 for columns without SUM.
    pub sums: Vec<f64>,
    pub observations: u64,
}

impl Sums {
    pub(super) fn new(columns: usize) -> Self {
        Self {
            sums: vec![0.0; columns],
            observations: 0,
        }
    }
}

impl Table<'_> {
    /// Ends the groups of the BY variables from `outermost` on.
    pub(super) fn end_groups(&mut self, outermost: usize, listing: &mut dyn Listing) {
        for index in (outermost..self.groups.len()).rev() {
            let ended = std::mem::replace(&mut self.groups[index], Sums::new(self.print.columns.len()));
            // The sum of a single observation would repeat it.
            if ended.observations > 1 && index < self.print.summed_groups {
                let print = self.print;
                let label = match &print.sum_label {
                    Some(label) => GroupValue::named_in(label, &self.group),
                    None if print.are_groups_keys => String::new(),
                    None => print.groups[index].sums_of.clone(),
                };
                let keys = match print.are_groups_keys && label.is_empty() {
                    true => index + 1,
                    false => 0,
                };
                self.sum_row(Some((keys, &label)), &ended, listing);
            }
        }
    }

    /// Prints the grand totals.
    pub(super) fn sum_of_all(&mut self, listing: &mut dyn Listing) {
        let total = std::mem::replace(&mut self.total, Sums::new(0));
        self.sum_row(None, &total, listing);
    }

    /// Prints a rule and a row of sums, if any column has sums: those of a group, or of all. The row of a group has the
    /// values of so many BY variables and a label.
    fn sum_row(&mut self, of: Option<(usize, &str)>, sums: &Sums, listing: &mut dyn Listing) {
        if !self.print.columns.iter().any(|column| column.sum) {
            return;
        }
        let rule = of.map_or(OF_ALL, |_| OF_GROUP);
        self.rules.push((self.rows.len(), rule));
        let places = self.columns.len();
        let nothing = vec![f64::NAN; self.print.columns.len()];
        self.push(vec![String::new(); places], nothing);
        let mut row = Vec::with_capacity(places);
        let print = self.print;
        let (keys, label) = of.unwrap_or((0, &print.total_label));
        if print.numbers.is_some() {
            row.push(label.to_owned());
        }
        for (column, sum) in self.print.columns.iter().zip(&sums.sums) {
            row.push(match column.sum {
                true => self.written(&column.format, Value::Number(*sum)),
                false => String::new(),
            });
        }
        // Without observation numbers, the label stands in the first column.
        let is_keyed = self.print.keys > 0;
        if let (None, Some(first)) = (&print.numbers, row.first_mut())
            && first.is_empty()
        {
            label.clone_into(first);
        }
        for (key, place) in self.keys.iter().take(keys).zip(&mut row) {
            place.clone_from(key);
        }
        if self.results.is_wanted() {
            let columns = self.print.columns.iter().zip(&sums.sums);
            let numbers = columns.map(|(column, sum)| column.sum.then_some(*sum));
            let counted = print.numbers.as_ref().map(|_| None);
            let mut texts = row.clone();
            // The table of results has no rules, so the row needs a label.
            if let (None, Some(first)) = (of, texts.first_mut())
                && (print.numbers.is_some() || is_keyed)
                && first.is_empty()
            {
                "Sum".clone_into(first);
            }
            self.results.row(&texts, counted.into_iter().chain(numbers), listing);
        }
        let columns = self.print.columns.iter().zip(&sums.sums);
        let numbers = columns.map(|(column, sum)| match column.sum && column.is_plain {
            true => *sum,
            false => f64::NAN,
        });
        let numbers = numbers.collect();
        self.push(row, numbers);
    }
}
