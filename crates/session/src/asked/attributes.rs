//! The attributes of a data set: ATTRN and ATTRC.

use feedrate_dataset::format::Metadata;
use feedrate_options::StepOptions;

use super::open_data_set::OpenDataSet;

/// Returns a numeric attribute by its name, ignoring case; `None` if there is none of that name.
pub(super) fn number(opened: &OpenDataSet, name: &str, options: &StepOptions) -> Option<f64> {
    let reader = &opened.reader;
    let metadata = reader.metadata();
    let known = |of: fn(&Metadata) -> f64, otherwise: f64| metadata.map_or(otherwise, of);
    let rows = reader.rows() as f64;
    let variables = opened.variables.len() as f64;
    let flag = |holds: bool| f64::from(u8::from(holds));
    Some(match name.to_ascii_uppercase().as_str() {
        "NOBS" => known(|metadata| metadata.rows_stored as f64, rows),
        "NLOBS" => rows,
        "NLOBSF" => {
            let first = options.first_observation.saturating_sub(1);
            let end = options.last_observation.unwrap_or(u64::MAX).min(reader.rows());
            end.saturating_sub(first) as f64
        }
        "NDEL" => known(|metadata| metadata.rows_deleted as f64, 0.0),
        "NVARS" => variables,
        "ANY" | "VAROBS" => match (variables == 0.0, rows == 0.0) {
            (true, _) => -1.0,
            (false, true) => 0.0,
            (false, false) => 1.0,
        },
        "ANOBS" => 1.0,
        "ARAND" | "RANDOM" | "RADIX" => flag(reader.can_seek()),
        "CRDTE" => known(|metadata| metadata.header.created, f64::NAN),
        "MODTE" => known(|metadata| metadata.header.modified, f64::NAN),
        "INDEX" => flag(metadata.is_some()),
        "ISINDEX" => flag(reader.has_indexes()),
        "LRECL" => f64::from(reader.schema().row_length()),
        "REUSE" => known(|metadata| f64::from(u8::from(metadata.reuses_space)), 0.0),
        // Passwords, generations, audit trails and conditions are none of these files.
        "ALTERPW" | "ARWU" | "AUDIT" | "AUDIT_BEFORE" | "AUDIT_DATA" | "AUDIT_ERROR" | "ENCRYPT" | "ICONST"
        | "ISSUBSET" | "LRID" | "MAXGEN" | "MAXRC" | "NEXTGEN" | "PW" | "READPW" | "TAPE" | "WHSTMT" | "WRITEPW" => 0.0,
        _ => return None,
    })
}

/// Returns a character attribute by its name, ignoring case; `None` if there is none of that name.
pub(super) fn text(opened: &OpenDataSet, name: &str) -> Option<String> {
    let reader = &opened.reader;
    let metadata = reader.metadata();
    Some(match name.to_ascii_uppercase().as_str() {
        "CHARSET" => "ASCII".to_owned(),
        "COMPRESS" => metadata.map_or("NO", |metadata| metadata.compression.name()).to_owned(),
        "ENCRYPT" => "NO".to_owned(),
        "ENGINE" => reader.engine().to_owned(),
        "LABEL" => reader.label().to_owned(),
        "LIB" => opened.name.library().to_owned(),
        "MEM" => opened.name.member().to_owned(),
        "MODE" => opened.mode.clone(),
        "MTYPE" => "DATA".to_owned(),
        "TYPE" => reader.data_set_type().to_owned(),
        "SORTEDBY" => reader.order_text(),
        "SORTLVL" => match reader.order() {
            None => String::new(),
            Some(order) if order.is_validated => "STRONG".to_owned(),
            Some(_) => "WEAK".to_owned(),
        },
        // Data sets are sorted by bytes, which is the usual sequence.
        "SORTSEQ" => String::new(),
        _ => return None,
    })
}
