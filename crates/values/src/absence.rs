//! The documented formats and informats that are not here, and why.

/// Returns why the format or informat of a name in upper case, including its `$`, is not here; `None` for all others.
pub(crate) fn reason(name: &str) -> Option<&'static str> {
    Some(match name {
        "BESTX" => "SAS does not document what it writes; use BEST",
        "$BIDI" | "$CPTDW" | "$CPTWD" | "$LOGVS" | "$LOGVSR" | "$VSLOG" | "$VSLOGR" => {
            "it is for texts from right to left in encodings of one byte, and texts are in UTF-8"
        }
        "$KANJI" | "$KANJIX" => "it is for the shift codes of encodings of two bytes, and texts are in UTF-8",
        "$CB" | "CB" | "PUNCH" | "ROW" => "it is for images of punched cards",
        "HDATE" | "HEBDATE" => "the Hebrew calendar is not here",
        "JDATEYMD" | "JNENGO" => "dates in Japanese are not read; use YYMMDD or NENGO",
        "NLDATEYQ" | "NLDATMYQ" => "what it writes in English is not published; use YYQ",
        "NLDATEYW" | "NLDATMYW" => "which weeks it counts is not published; use WEEKU, WEEKV or WEEKW",
        "EURFRSEK" | "EURFRTRL" | "EURFRYUD" => "the rate of the currency is not here; divide by it and use EUROX",
        "EURTOSEK" | "EURTOTRL" | "EURTOYUD" => "the rate of the currency is not here; multiply by it",
        "SIZEKMG" => "it is a format; read the number and multiply by its unit",
        _ => return None,
    })
}
