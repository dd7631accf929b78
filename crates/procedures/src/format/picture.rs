//! PICTURE: a format of templates.

use feedrate_language::parse::cursor::Result;
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::description::{Describe, Description};
use feedrate_procedure::grammar::table::{OptionTable, options};
use feedrate_values::format::picture::{LANGUAGES, Language, Picture, PictureMoment, check_directives};
use feedrate_values::format::{Label, UserFormat};
use feedrate_values::ranges::Ranges;

use super::options::{character, number};
use super::value::{add, check_widths, named};
use super::values::{Words, take_nested, values};

/// A format and the options that all its pictures have.
struct PictureFormat {
    format: UserFormat,
    picture: Picture,
}

/// The options of the format.
const FORMAT_OPTIONS: OptionTable<PictureFormat> = options! {
    DATATYPE => Own(MOMENTS, |all, from| datatype(&mut all.picture, from)), DATATYPE;
    DECSEP => Own(CHARACTER, |all, from| decimal_separator(&mut all.picture, from)), DECSEP;
    DEFAULT => Whole(1, 32_767, |all, width| all.format.widths.default = Some(width as u16)),
        "The width without one; that of the longest picture by default.";
    DIG3SEP => Own(CHARACTER, |all, from| group_separator(&mut all.picture, from)), DIG3SEP;
    FUZZ => NotNegative(|all, fuzz| all.format.fuzz = fuzz),
        "The distance at which a number is still in a range; 1E-12 by default.";
    LANGUAGE => Own("=a language", |all, from| language(&mut all.picture, from)), LANGUAGE;
    MAX => Whole(1, 32_767, |all, width| all.format.widths.most = Some(width as u16)), "The greatest width.";
    MIN => Whole(1, 32_767, |all, width| all.format.widths.least = Some(width as u16)), "The least width.";
    MULTILABEL => Switch(|all| all.format.arrangement.overlaps = true),
        "Ranges may have values in common; the lowest one has the picture that is written.";
    NOTSORTED => Switch(|all| all.format.arrangement.is_as_written = true),
        "Ranges are searched in the order in which they are written.";
    ROUND => Switch(|all| all.picture.rounds = true), "Numbers are rounded, and not cut, after MULT=.";
};

/// The options of one picture.
const OPTIONS: OptionTable<Picture> = options! {
    DATATYPE => Own(MOMENTS, datatype), DATATYPE;
    DECSEP => Own(CHARACTER, decimal_separator), DECSEP;
    DIG3SEP => Own(CHARACTER, group_separator), DIG3SEP;
    FILL => Own(CHARACTER, |picture, from| {
        picture.fill = character(from)?;
        Ok(())
    }), "The character before the number; a blank by default.";
    LANGUAGE => Own("=a language", language), LANGUAGE;
    MULT | MULTIPLIER => Own("=a number", |picture, from| {
        picture.multiplier = Some(number(from)?);
        Ok(())
    }), "The factor of numbers; a power of ten by the decimals of the picture by default.";
    NOEDIT => Switch(|picture| picture.is_literal = true), "Digits of the picture are written as they are.";
    PREFIX => Quoted(|picture, prefix| picture.prefix = prefix.into_bytes()), "The text before the first digit.";
};

/// The options in both places.
pub(super) struct PictureSyntax;

impl Describe for PictureSyntax {
    fn describe(&self) -> Vec<Description> {
        let mut all = (FORMAT_OPTIONS, OPTIONS).describe();
        all.dedup_by_key(|option| option.name);
        all
    }
}

const MOMENTS: &str = "=DATE, TIME, DATETIME or DATETIME_UTIL";
const CHARACTER: &str = "=a character in quotes";
const DATATYPE: &str = "Directives such as %Y, %0m and %A stand for parts of it.";
const DECSEP: &str = "The character before decimals; a point by default.";
const DIG3SEP: &str = "The character between groups of three digits; a comma by default.";
const LANGUAGE: &str = "The language of the names of months and days; English by default.";

fn datatype(picture: &mut Picture, from: &mut Argument<'_, '_>) -> Result<()> {
    let word = from.word()?;
    match PictureMoment::of(&word.text) {
        Some(moment) => picture.moment = Some(moment),
        None => return Err(from.wrong(&word, &MOMENTS[1..])),
    }
    Ok(())
}

fn decimal_separator(picture: &mut Picture, from: &mut Argument<'_, '_>) -> Result<()> {
    picture.decimal_separator = character(from)?;
    Ok(())
}

fn group_separator(picture: &mut Picture, from: &mut Argument<'_, '_>) -> Result<()> {
    picture.group_separator = character(from)?;
    Ok(())
}

fn language(picture: &mut Picture, from: &mut Argument<'_, '_>) -> Result<()> {
    let word = from.word()?;
    match Language::of(&word.text) {
        Some(language) => picture.language = language,
        None => {
            let names: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
            return Err(from.wrong(&word, &format!("one of {}", names.join(", "))));
        }
    }
    Ok(())
}

/// Takes the name, options in parentheses, and values with their pictures.
pub(super) fn picture(from: &mut Argument<'_, '_>) -> Result<(Position, UserFormat)> {
    let (at, format) = named(from)?;
    if matches!(format.ranges, Ranges::Text(_)) {
        let message = format!("a picture is for numbers, and {} is for text", format.name);
        return Err(Diagnostic::error(at, message));
    }
    let picture = Picture::new(Vec::new());
    let mut all = PictureFormat { format, picture };
    all.format.is_picture = true;
    from.options_in_parentheses(FORMAT_OPTIONS, &mut all)?;
    check_widths(at, &all.format)?;
    while !from.cursor.at_end() {
        let values = values(from.cursor, Words::Numbers)?;
        let label = match take_nested(from.cursor)? {
            Some(spec) => Label::Format(spec),
            None => Label::Picture(Box::new(one(from, &all.picture)?)),
        };
        add(from.cursor, &mut all.format, values, label)?;
    }
    Ok((at, all.format))
}

/// Takes a template and its options.
fn one(from: &mut Argument<'_, '_>, common: &Picture) -> Result<Picture> {
    let at = from.cursor.position();
    let Some(template) = from.cursor.take_text()? else {
        return Err(from.cursor.expected("a picture in quotes"));
    };
    let mut picture = Picture {
        template,
        ..common.clone()
    };
    from.options_in_parentheses(OPTIONS, &mut picture)?;
    if picture.moment.is_some() {
        let known = check_directives(&picture.template);
        known.map_err(|error| Diagnostic::error(at, error.to_string()))?;
    }
    Ok(picture)
}
