//! The files of a target: its own, and that from which its blocks are taken.

use std::ffi::OsStr;
use std::path::PathBuf;

use roxmltree::Node;

use super::super::limits::LARGEST_SOURCE;
use super::super::parsed_options::ParsedOptions;
use super::super::target::{Content, NamedFile};
use super::ParsedProfile;
use super::fields::{Fields, Result, Wrong, shortened, start};
use crate::argument::number;

/// Returns the name and the path: that of the command line if it is a template.
pub(super) fn place(
    given: &ParsedOptions,
    fields: &Fields<'_, '_>,
    parsed: &mut ParsedProfile,
) -> Result<(String, PathBuf)> {
    let at = fields.get("Path").map_or(fields.at, start);
    let name = fields.text("Path")?.filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| Wrong::new(at, "a target has no Path; write its file"))?;
    let name = match name.strip_prefix('*') {
        None => name.into(),
        Some(digits) => {
            let template = number(digits).filter(|&number| (1..=1 << 16).contains(&number));
            let template = template.ok_or_else(|| {
                let what = format!(
                    "Path {}: templates are numbers from 1, such as *1",
                    shortened(&name, 40)
                );
                Wrong::new(at, what)
            })? as usize;
            parsed.templates.push(template);
            match given.targets.get(template - 1) {
                Some(file) => file.clone(),
                // Only the profile is printed, and no file is touched.
                None if given.profile_only && given.targets.is_empty() => {
                    return Ok((name.clone(), name.into()));
                }
                None => {
                    let what = format!(
                        "the file of the template {name} is not named; name it after the options, as number {template}"
                    );
                    return Err(Wrong::new(at, what));
                }
            }
        }
    };
    let found = given.own.drives.find(&name);
    let path = found.map_err(|error| Wrong::new(at, error.to_string()))?;
    Ok((name.to_string_lossy().into_owned(), path))
}

/// Returns the content of written blocks.
pub(super) fn content(given: &ParsedOptions, fields: &Fields<'_, '_>, parsed: &mut ParsedProfile) -> Result<Content> {
    let Some(node) = fields.get("WriteBufferContent") else {
        return Ok(Content::Counting);
    };
    let fields = Fields::of(node, &["Pattern", "RandomDataSource"])?;
    let pattern = fields.one_of("Pattern", &["sequential", "zero", "random"])?;
    let pattern = pattern.ok_or_else(|| {
        let what = "WriteBufferContent has no Pattern; write sequential, zero or random";
        Wrong::new(fields.at, what)
    })?;
    match (pattern.as_str(), fields.get("RandomDataSource")) {
        ("zero", _) => Ok(Content::Zeros),
        ("random", Some(node)) => source(given, node),
        ("random", None) => {
            let what = "Pattern random without RandomDataSource: blocks are the bytes 0 to 255, as in DiskSpd";
            if !parsed.remarks.iter().any(|remark| remark == what) {
                parsed.remarks.push(what.to_owned());
            }
            Ok(Content::Counting)
        }
        _ => Ok(Content::Counting),
    }
}

fn source(given: &ParsedOptions, node: Node<'_, '_>) -> Result<Content> {
    let fields = Fields::of(node, &["SizeInBytes", "FilePath"])?;
    let bytes = fields.number("SizeInBytes", 1, LARGEST_SOURCE)?;
    let what = "RandomDataSource has no SizeInBytes; write the bytes of its buffer";
    let bytes = bytes.ok_or_else(|| Wrong::new(fields.at, what))?;
    let name = fields.text("FilePath")?.filter(|name| !name.is_empty());
    let file = name.map(|name| match given.own.drives.find(OsStr::new(&name)) {
        Ok(path) => Ok(NamedFile { name, path }),
        Err(error) => {
            let at = fields.get("FilePath").map_or(fields.at, start);
            Err(Wrong::new(at, error.to_string()))
        }
    });
    Ok(Content::Source {
        bytes,
        file: file.transpose()?,
    })
}
