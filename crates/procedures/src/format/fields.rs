//! The range, label and options that an observation of CNTLIN= has.

use feedrate_values::format::picture::{Language, Picture, PictureMoment, check_directives};
use feedrate_values::format::{Definition, Label, UserFormat};
use feedrate_values::informat::{Reading, UserInformat};
use feedrate_values::ranges::{Bound, Range, Ranges};
use feedrate_values::{Spec, missing};

use super::record::{
    ControlRecord, ControlValue, DATATYPE, DECSEP, DEFAULT, DIG3SEP, EEXCL, END, FILL, FMTNAME, FUZZ, HLO, LABEL,
    LANGUAGE, MAX, MIN, MULT, NOEDIT, PREFIX, SEXCL, START, TYPE,
};

/// The least and the greatest width that CNTLOUT= writes where a format has none of its own.
const USUAL_WIDTHS: [u16; 2] = [1, 40];

/// The values of an observation by their names.
pub(super) struct ControlFields<'r> {
    /// The name in upper case, with the `$` of one for text.
    pub(super) name: String,
    /// The word of TYPE=, or what the name says.
    sort: char,
    letters: String,
    record: &'r ControlRecord,
}

impl<'r> ControlFields<'r> {
    pub(super) fn new(record: &'r ControlRecord) -> Result<Self, String> {
        let written = record[FMTNAME].word();
        let (is_informat, name) = match written.strip_prefix('@') {
            Some(name) => (true, name),
            None => (false, written.as_str()),
        };
        let bare = name.trim_start_matches('$');
        let sort = match record[TYPE].word().chars().next() {
            Some(sort) => sort,
            None => match (is_informat, name.starts_with('$')) {
                (false, false) => 'N',
                (false, true) => 'C',
                (true, false) => 'I',
                (true, true) => 'J',
            },
        };
        let name = match sort {
            'C' | 'J' => format!("${bare}"),
            'N' | 'P' | 'I' => bare.to_owned(),
            _ => {
                return Err(format!(
                    "TYPE of {name} is {sort}; it is N, C or P, and I or J of informats"
                ));
            }
        };
        Ok(Self {
            name,
            sort,
            letters: record[HLO].word(),
            record,
        })
    }

    pub(super) fn is_informat(&self) -> bool {
        matches!(self.sort, 'I' | 'J')
    }

    fn has(&self, letter: char) -> bool {
        self.letters.contains(letter)
    }

    /// Returns a format or informat without ranges.
    pub(super) fn begin(&self) -> Definition {
        let width = |place: usize| self.record[place].width();
        let other = |place: usize| width(place).filter(|width| !USUAL_WIDTHS.contains(width));
        let fuzz = self.record[FUZZ].known();
        if self.is_informat() {
            let mut informat = UserInformat::new(self.name.clone());
            informat.width = width(DEFAULT);
            informat.least = other(MIN);
            informat.most = other(MAX);
            informat.fuzz = fuzz.unwrap_or(informat.fuzz);
            informat.arrangement.is_as_written = self.has('S');
            informat.is_upper = self.has('U');
            informat.is_justified = self.has('J');
            return Definition::Informat(informat);
        }
        let ranges = match self.sort {
            'C' => Ranges::Text(Vec::new()),
            _ => Ranges::Numbers(Vec::new()),
        };
        let mut format = UserFormat::new(self.name.clone(), ranges);
        format.widths.default = width(DEFAULT);
        format.widths.least = other(MIN);
        format.widths.most = other(MAX);
        format.fuzz = fuzz.unwrap_or(format.fuzz);
        format.arrangement.is_as_written = self.has('S');
        format.arrangement.overlaps = self.has('M');
        format.is_picture = self.sort == 'P';
        Definition::Format(format)
    }

    pub(super) fn add_to_format(&self, format: &mut UserFormat) -> Result<(), String> {
        if self.has('N') {
            return Ok(());
        }
        let label = self.label()?;
        if self.has('O') {
            format.other = Some(label);
            return Ok(());
        }
        match &mut format.ranges {
            Ranges::Numbers(ranges) => ranges.push(self.numbers(label)?),
            Ranges::Text(ranges) => ranges.push(self.texts(label)),
        }
        Ok(())
    }

    pub(super) fn add_to_informat(&self, informat: &mut UserInformat) -> Result<(), String> {
        if self.has('N') {
            return Ok(());
        }
        let reading = self.reading()?;
        if self.has('O') {
            informat.other = Some(reading);
            return Ok(());
        }
        let of_numbers = self.has('I') || matches!(self.record[START], ControlValue::Number(_));
        match (&mut informat.numbers, &mut informat.texts) {
            (Ranges::Numbers(ranges), _) if of_numbers && self.sort == 'I' => ranges.push(self.numbers(reading)?),
            (_, Ranges::Text(ranges)) => ranges.push(self.texts(reading)),
            // The ranges are of these kinds.
            _ => {}
        }
        Ok(())
    }

    fn is_included(&self, place: usize) -> bool {
        self.record[place].word() != "Y"
    }

    /// Returns the value of END, which is START if it is blank.
    fn end(&self) -> &'r ControlValue {
        match self.record[END].is_blank() {
            true => &self.record[START],
            false => &self.record[END],
        }
    }

    fn numbers<L>(&self, label: L) -> Result<Range<f64, L>, String> {
        let value = |letter: char, word: &str, value: &ControlValue, name: &str| {
            if self.has(letter) || value.word() == word {
                return Ok(None);
            }
            // A blank one is the missing value.
            let number = value.number().or_else(|| value.is_blank().then_some(missing::MISSING));
            let text = String::from_utf8_lossy(&value.text()).into_owned();
            number
                .map(Some)
                .ok_or_else(|| format!("{name} of {} is no number: `{text}`", self.name))
        };
        Ok(Range {
            low: Bound {
                value: value('L', "LOW", &self.record[START], "START")?,
                is_included: self.is_included(SEXCL),
            },
            high: Bound {
                value: value('H', "HIGH", self.end(), "END")?,
                is_included: self.is_included(EEXCL),
            },
            label,
        })
    }

    fn texts<L>(&self, label: L) -> Range<Vec<u8>, L> {
        Range {
            low: Bound {
                value: (!self.has('L')).then(|| self.record[START].text()),
                is_included: self.is_included(SEXCL),
            },
            high: Bound {
                value: (!self.has('H')).then(|| self.end().text()),
                is_included: self.is_included(EEXCL),
            },
            label,
        }
    }

    /// Returns the format or informat that LABEL names.
    fn nested(&self) -> Result<Spec, String> {
        let text = self.record[LABEL].word();
        let text = text.trim_matches(['[', ']', '(', ')', '|']);
        let parsed = match text.contains('.') {
            true => text.parse::<Spec>(),
            false => format!("{text}.").parse(),
        };
        parsed.map_err(|error| format!("LABEL of {}: {error}", self.name))
    }

    fn label(&self) -> Result<Label, String> {
        if self.has('F') {
            return Ok(Label::Format(self.nested()?));
        }
        let text = self.record[LABEL].text();
        match self.sort {
            'P' => Ok(Label::Picture(Box::new(self.picture(text)?))),
            _ => Ok(Label::Text(text)),
        }
    }

    fn picture(&self, template: Vec<u8>) -> Result<Picture, String> {
        let record = self.record;
        let mut picture = Picture::new(template);
        picture.prefix = record[PREFIX].text();
        picture.multiplier = record[MULT].known().filter(|factor| *factor != 0.0);
        picture.fill = record[FILL].byte().unwrap_or(picture.fill);
        picture.is_literal = record[NOEDIT].known().is_some_and(|number| number != 0.0);
        picture.rounds = self.has('R');
        let separator = |place: usize| record[place].byte().filter(|byte| *byte != b' ');
        picture.decimal_separator = separator(DECSEP).unwrap_or(picture.decimal_separator);
        picture.group_separator = separator(DIG3SEP).unwrap_or(picture.group_separator);
        let (moment, language) = (record[DATATYPE].word(), record[LANGUAGE].word());
        if !moment.is_empty() {
            let unknown = || format!("DATATYPE of {} is {moment}; it is DATE, TIME or DATETIME", self.name);
            picture.moment = Some(PictureMoment::of(&moment).ok_or_else(unknown)?);
            check_directives(&picture.template).map_err(|error| error.to_string())?;
        }
        if !language.is_empty() {
            let unknown = || format!("LANGUAGE of {} is {language}, which is not known", self.name);
            picture.language = Language::of(&language).ok_or_else(unknown)?;
        }
        Ok(picture)
    }

    fn reading(&self) -> Result<Reading, String> {
        if self.has('F') {
            return Ok(Reading::Informat(self.nested()?));
        }
        match self.record[LABEL].word().as_str() {
            "_SAME_" => return Ok(Reading::Same),
            "_ERROR_" => return Ok(Reading::Error),
            _ => {}
        }
        if self.sort == 'J' {
            return Ok(Reading::Text(self.record[LABEL].text()));
        }
        let text = String::from_utf8_lossy(&self.record[LABEL].text()).into_owned();
        let number = self.record[LABEL].number();
        number
            .map(Reading::Number)
            .ok_or_else(|| format!("LABEL of informat {} is no number: `{text}`", self.name))
    }
}
