//! The encodings that files can specify.

use encoding_rs as rs;
use oem_cp::code_table as oem;

use super::mac;
use super::table::Table;

/// An encoding that has a number in files.
pub(super) struct ListedEncoding {
    pub(super) code: u8,
    /// Its name in the language.
    pub(super) name: &'static str,
    /// The decoding; `None` if it cannot be decoded.
    pub(super) table: Option<Table>,
}

/// All encodings. The numbers are those in files and in the tables of ReadStat and pandas.
///
/// A decoder of the WHATWG standard is used for an encoding if it agrees on all its characters, except for the control
/// characters of latin1, latin5 and thai.
pub(super) static ENCODINGS: &[ListedEncoding] = &[
    // Unspecified: that of the session that wrote the file, mostly on Windows.
    web(0, "unspecified", rs::WINDOWS_1252),
    web(20, "utf-8", rs::UTF_8),
    web(28, "us-ascii", rs::WINDOWS_1252),
    with_controls(29, "latin1", rs::WINDOWS_1252),
    web(30, "latin2", rs::ISO_8859_2),
    web(31, "latin3", rs::ISO_8859_3),
    web(32, "latin4", rs::ISO_8859_4),
    web(33, "cyrillic", rs::ISO_8859_5),
    web(34, "arabic", rs::ISO_8859_6),
    web(35, "greek", rs::ISO_8859_7),
    web(36, "hebrew", rs::ISO_8859_8),
    with_controls(37, "latin5", rs::WINDOWS_1254),
    web(38, "latin6", rs::ISO_8859_10),
    with_controls(39, "thai", rs::WINDOWS_874),
    web(40, "latin9", rs::ISO_8859_15),
    whole(41, "pcoem437", &oem::DECODING_TABLE_CP437),
    whole(42, "pcoem850", &oem::DECODING_TABLE_CP850),
    whole(43, "pcoem852", &oem::DECODING_TABLE_CP852),
    gaps(44, "pcoem857", &oem::DECODING_TABLE_CP857),
    whole(45, "pcoem858", &oem::DECODING_TABLE_CP858),
    whole(46, "pcoem862", &oem::DECODING_TABLE_CP862),
    gaps(47, "pcoem864", &oem::DECODING_TABLE_CP864),
    whole(48, "pcoem865", &oem::DECODING_TABLE_CP865),
    web(49, "pcoem866", rs::IBM866),
    whole(50, "pcoem869", &oem::DECODING_TABLE_CP869),
    web(51, "pcoem874", rs::WINDOWS_874),
    none(52, "pcoem921"),
    none(53, "pcoem922"),
    none(54, "pcoem1129"),
    whole(55, "pcoem720", &oem::DECODING_TABLE_CP720),
    whole(56, "pcoem737", &oem::DECODING_TABLE_CP737),
    whole(57, "pcoem775", &oem::DECODING_TABLE_CP775),
    whole(58, "pcoem860", &oem::DECODING_TABLE_CP860),
    whole(59, "pcoem863", &oem::DECODING_TABLE_CP863),
    web(60, "wlatin2", rs::WINDOWS_1250),
    web(61, "wcyrillic", rs::WINDOWS_1251),
    web(62, "wlatin1", rs::WINDOWS_1252),
    web(63, "wgreek", rs::WINDOWS_1253),
    web(64, "wturkish", rs::WINDOWS_1254),
    web(65, "whebrew", rs::WINDOWS_1255),
    web(66, "warabic", rs::WINDOWS_1256),
    web(67, "wbaltic", rs::WINDOWS_1257),
    web(68, "wvietnamese", rs::WINDOWS_1258),
    web(69, "macroman", rs::MACINTOSH),
    whole(70, "macarabic", &mac::ARABIC),
    none(71, "machebrew"),
    whole(72, "macgreek", &mac::GREEK),
    none(73, "macthai"),
    whole(75, "macturkish", &mac::TURKISH),
    web(76, "macukraine", rs::X_MAC_CYRILLIC),
    web(118, "ms-950", rs::BIG5),
    none(119, "euc-tw"),
    web(123, "big5", rs::BIG5),
    web(125, "euc-cn", rs::GBK),
    web(126, "ms-936", rs::GBK),
    none(128, "pcoem1381"),
    web(134, "euc-jp", rs::EUC_JP),
    web(136, "ms-932", rs::SHIFT_JIS),
    none(137, "pcoem942"),
    web(138, "shift-jis", rs::SHIFT_JIS),
    web(140, "euc-kr", rs::EUC_KR),
    web(141, "pce-kr", rs::EUC_KR),
    web(142, "ms-949", rs::EUC_KR),
    whole(163, "maciceland", &mac::ICELAND),
    web(167, "iso-2022-jp", rs::ISO_2022_JP),
    none(168, "iso-2022-kr"),
    none(169, "iso-2022-cn"),
    none(172, "iso-2022-cn-ext"),
    web(204, "any", rs::WINDOWS_1252),
    web(205, "gb18030", rs::GB18030),
    web(227, "latin8", rs::ISO_8859_14),
    web(242, "latin7", rs::ISO_8859_13),
    whole(245, "maccroatian", &mac::CROATIAN),
    web(246, "maccyrillic", rs::X_MAC_CYRILLIC),
    whole(247, "macromania", &mac::ROMANIAN),
    none(248, "shift_jisx0213"),
];

const fn listed(code: u8, name: &'static str, table: Option<Table>) -> ListedEncoding {
    ListedEncoding { code, name, table }
}

/// An encoding of the WHATWG standard.
const fn web(code: u8, name: &'static str, decoder: &'static rs::Encoding) -> ListedEncoding {
    listed(code, name, Some(Table::Web(decoder)))
}

/// An encoding of the WHATWG standard, but with control characters from 0x80 to 0x9F.
const fn with_controls(code: u8, name: &'static str, decoder: &'static rs::Encoding) -> ListedEncoding {
    listed(code, name, Some(Table::WebWithControls(decoder)))
}

/// A single-byte encoding that defines all bytes.
const fn whole(code: u8, name: &'static str, upper: &'static [char; 128]) -> ListedEncoding {
    listed(code, name, Some(Table::Whole(upper)))
}

/// A single-byte encoding that lacks some bytes.
const fn gaps(code: u8, name: &'static str, upper: &'static [Option<char>; 128]) -> ListedEncoding {
    listed(code, name, Some(Table::Gaps(upper)))
}

/// An encoding without a table.
const fn none(code: u8, name: &'static str) -> ListedEncoding {
    listed(code, name, None)
}
