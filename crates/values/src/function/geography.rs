//! States of the USA by their codes and by ZIP codes, and distances on the earth.

use super::{ArgumentKind, Arguments, Context, Function, TextLength, number_at, text_at};
use crate::missing::MISSING;
use crate::value::{Value, trim};

use ArgumentKind::{Any, Number, Text};

const NAME: TextLength = TextLength::Fixed(20);

pub(super) const FUNCTIONS: &[Function] = &[
    Function::text("FIPNAME", Arguments::exactly(&[Number]), NAME, |context, x, out| {
        put(context, of_fips(x), |state| state.name.to_uppercase(), out);
    }),
    Function::text("FIPNAMEL", Arguments::exactly(&[Number]), NAME, |context, x, out| {
        put(context, of_fips(x), |state| state.name.to_owned(), out);
    }),
    Function::text("FIPSTATE", Arguments::exactly(&[Number]), NAME, |context, x, out| {
        put(context, of_fips(x), |state| state.code.to_owned(), out);
    }),
    Function::number("STFIPS", Arguments::exactly(&[Text]), |context, x| match of_code(x) {
        Some(state) => f64::from(state.fips),
        None => context.invalid(0),
    }),
    Function::text("STNAME", Arguments::exactly(&[Text]), NAME, |context, x, out| {
        put(context, of_code(x), |state| state.name.to_uppercase(), out);
    }),
    Function::text("STNAMEL", Arguments::exactly(&[Text]), NAME, |context, x, out| {
        put(context, of_code(x), |state| state.name.to_owned(), out);
    }),
    Function::number("ZIPFIPS", Arguments::exactly(&[Any]), |context, x| match of_zip(x) {
        Some(state) => f64::from(state.fips),
        None => context.invalid(0),
    }),
    Function::text("ZIPNAME", Arguments::exactly(&[Any]), NAME, |context, x, out| {
        put(context, of_zip(x), |state| state.name.to_uppercase(), out);
    }),
    Function::text("ZIPNAMEL", Arguments::exactly(&[Any]), NAME, |context, x, out| {
        put(context, of_zip(x), |state| state.name.to_owned(), out);
    }),
    Function::text("ZIPSTATE", Arguments::exactly(&[Any]), NAME, |context, x, out| {
        put(context, of_zip(x), |state| state.code.to_owned(), out);
    }),
    Function::number(
        "GEODIST",
        Arguments::between(4, 5, &[Number, Number, Number, Number, Text]),
        distance,
    ),
];

/// A state, its postal code and its number by FIPS 5-2.
#[derive(Clone, Copy)]
struct State {
    fips: u8,
    code: &'static str,
    name: &'static str,
}

macro_rules! states {
    ($($fips:literal $code:literal $name:literal;)*) => {
        &[$(State { fips: $fips, code: $code, name: $name }),*]
    };
}

const STATES: &[State] = states! {
    1 "AL" "Alabama"; 2 "AK" "Alaska"; 4 "AZ" "Arizona"; 5 "AR" "Arkansas"; 6 "CA" "California"; 8 "CO" "Colorado";
    9 "CT" "Connecticut"; 10 "DE" "Delaware"; 11 "DC" "District of Columbia"; 12 "FL" "Florida"; 13 "GA" "Georgia";
    15 "HI" "Hawaii"; 16 "ID" "Idaho"; 17 "IL" "Illinois"; 18 "IN" "Indiana"; 19 "IA" "Iowa"; 20 "KS" "Kansas";
    21 "KY" "Kentucky"; 22 "LA" "Louisiana"; 23 "ME" "Maine"; 24 "MD" "Maryland"; 25 "MA" "Massachusetts";
    26 "MI" "Michigan"; 27 "MN" "Minnesota"; 28 "MS" "Mississippi"; 29 "MO" "Missouri"; 30 "MT" "Montana";
    31 "NE" "Nebraska"; 32 "NV" "Nevada"; 33 "NH" "New Hampshire"; 34 "NJ" "New Jersey"; 35 "NM" "New Mexico";
    36 "NY" "New York"; 37 "NC" "North Carolina"; 38 "ND" "North Dakota"; 39 "OH" "Ohio"; 40 "OK" "Oklahoma";
    41 "OR" "Oregon"; 42 "PA" "Pennsylvania"; 44 "RI" "Rhode Island"; 45 "SC" "South Carolina"; 46 "SD" "South Dakota";
    47 "TN" "Tennessee"; 48 "TX" "Texas"; 49 "UT" "Utah"; 50 "VT" "Vermont"; 51 "VA" "Virginia"; 53 "WA" "Washington";
    54 "WV" "West Virginia"; 55 "WI" "Wisconsin"; 56 "WY" "Wyoming"; 60 "AS" "American Samoa"; 66 "GU" "Guam";
    69 "MP" "Northern Mariana Islands"; 72 "PR" "Puerto Rico"; 78 "VI" "Virgin Islands";
};

/// The last of the first three digits of the ZIP codes of a state, in ascending order; each range begins after the one
/// before. An empty code is one that is not assigned, or of the armed forces.
const ZIP_RANGES: &[(u16, &str)] = &[
    (4, ""),
    (5, "NY"),
    (7, "PR"),
    (8, "VI"),
    (9, "PR"),
    (27, "MA"),
    (29, "RI"),
    (38, "NH"),
    (49, "ME"),
    (54, "VT"),
    (55, "MA"),
    (59, "VT"),
    (69, "CT"),
    (89, "NJ"),
    (99, ""),
    (149, "NY"),
    (196, "PA"),
    (199, "DE"),
    (200, "DC"),
    (201, "VA"),
    (205, "DC"),
    (219, "MD"),
    (246, "VA"),
    (268, "WV"),
    (269, ""),
    (289, "NC"),
    (299, "SC"),
    (319, "GA"),
    (339, "FL"),
    (340, ""),
    (349, "FL"),
    (369, "AL"),
    (385, "TN"),
    (397, "MS"),
    (399, "GA"),
    (427, "KY"),
    (429, ""),
    (459, "OH"),
    (479, "IN"),
    (499, "MI"),
    (528, "IA"),
    (529, ""),
    (549, "WI"),
    (567, "MN"),
    (568, ""),
    (569, "DC"),
    (577, "SD"),
    (579, ""),
    (588, "ND"),
    (589, ""),
    (599, "MT"),
    (629, "IL"),
    (658, "MO"),
    (659, ""),
    (679, "KS"),
    (693, "NE"),
    (699, ""),
    (714, "LA"),
    (715, ""),
    (729, "AR"),
    (732, "OK"),
    (733, "TX"),
    (749, "OK"),
    (799, "TX"),
    (816, "CO"),
    (819, ""),
    (831, "WY"),
    (838, "ID"),
    (839, ""),
    (847, "UT"),
    (849, ""),
    (865, "AZ"),
    (869, ""),
    (884, "NM"),
    (885, "TX"),
    (888, ""),
    (898, "NV"),
    (899, ""),
    (961, "CA"),
    (966, ""),
    (968, "HI"),
    (969, "GU"),
    (979, "OR"),
    (994, "WA"),
    (999, "AK"),
];

fn put(context: &mut Context<'_>, state: Option<State>, figure: fn(State) -> String, out: &mut Vec<u8>) {
    match state {
        Some(state) => out.extend(figure(state).as_bytes()),
        None => {
            context.invalid(0);
        }
    }
}

fn of_fips(arguments: &[Value<'_>]) -> Option<State> {
    let fips = number_at(arguments, 0);
    STATES.iter().find(|state| f64::from(state.fips) == fips).copied()
}

fn of_code(arguments: &[Value<'_>]) -> Option<State> {
    by_code(trim(text_at(arguments, 0)).trim_ascii_start())
}

fn by_code(code: &[u8]) -> Option<State> {
    STATES
        .iter()
        .find(|state| state.code.as_bytes().eq_ignore_ascii_case(code))
        .copied()
}

/// Returns the state of a ZIP code: a number, or a text that begins with five digits.
fn of_zip(arguments: &[Value<'_>]) -> Option<State> {
    let zip: u32 = match arguments.first()? {
        Value::Number(number) if (0.0..100_000.0).contains(number) => *number as u32,
        Value::Number(_) => return None,
        Value::Text(text) => {
            let digits = text.get(..5).filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
            std::str::from_utf8(digits).ok()?.parse().ok()?
        }
    };
    let prefix = zip / 100;
    let (_, code) = ZIP_RANGES.iter().find(|(last, _)| u32::from(*last) >= prefix)?;
    by_code(code.as_bytes())
}

/// The figure of the earth of the World Geodetic System 1984: its equatorial radius in kilometres, and its flattening.
const RADIUS: f64 = 6378.137;
const FLATTENING: f64 = 1.0 / 298.257_223_563;

/// A mile is 1.609 km in the published results, not 1.609344.
const KILOMETRES_A_MILE: f64 = 1.609;

/// `GEODIST(latitude, longitude, latitude, longitude, options)`: `K` for kilometres, which is the default, or `M` for
/// miles; `D` for degrees, which is the default, or `R` for radians.
fn distance(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let (mut unit, mut angle) = (1.0, 1f64.to_radians());
    for option in text_at(arguments, 4) {
        match option.to_ascii_uppercase() {
            b'K' => unit = 1.0,
            b'M' => unit = KILOMETRES_A_MILE,
            b'D' => angle = 1f64.to_radians(),
            b'R' => angle = 1.0,
            b' ' => {}
            _ => return context.invalid(4),
        }
    }
    let mut places = [0.0; 4];
    for (position, place) in places.iter_mut().enumerate() {
        let given = number_at(arguments, position);
        if given.is_nan() {
            return MISSING;
        }
        *place = given * angle;
        let most = if position % 2 == 0 { 0.5 } else { 2.0 } * std::f64::consts::PI;
        if place.abs() > most + 1e-12 {
            return context.invalid(position);
        }
    }
    match geodesic(places) {
        Some(kilometres) => kilometres / unit,
        None => context.invalid(0),
    }
}

/// Returns the length of the geodesic between two places in kilometres, by T. Vincenty ("Direct and Inverse Solutions
/// of Geodesics on the Ellipsoid", Survey Review 23, 1975); `None` where his iteration does not converge, for places
/// nearly opposite to each other.
fn geodesic([latitude, longitude, other_latitude, other_longitude]: [f64; 4]) -> Option<f64> {
    let reduced = |latitude: f64| ((1.0 - FLATTENING) * latitude.tan()).atan().sin_cos();
    let ((sin1, cos1), (sin2, cos2)) = (reduced(latitude), reduced(other_latitude));
    let difference = other_longitude - longitude;
    let mut lambda = difference;
    for _ in 0..1000 {
        let (sin_lambda, cos_lambda) = lambda.sin_cos();
        let sin_sigma = (cos2 * sin_lambda).hypot(cos1 * sin2 - sin1 * cos2 * cos_lambda);
        if sin_sigma == 0.0 {
            return Some(0.0);
        }
        let cos_sigma = sin1 * sin2 + cos1 * cos2 * cos_lambda;
        let sigma = sin_sigma.atan2(cos_sigma);
        let sin_alpha = cos1 * cos2 * sin_lambda / sin_sigma;
        let cos_squared = 1.0 - sin_alpha * sin_alpha;
        // On the equator the middle has no meaning.
        let middle = if cos_squared == 0.0 {
            0.0
        } else {
            cos_sigma - 2.0 * sin1 * sin2 / cos_squared
        };
        let c = FLATTENING / 16.0 * cos_squared * (4.0 + FLATTENING * (4.0 - 3.0 * cos_squared));
        let turn = middle + c * cos_sigma * (2.0 * middle * middle - 1.0);
        let next = difference + (1.0 - c) * FLATTENING * sin_alpha * (sigma + c * sin_sigma * turn);
        if (next - lambda).abs() < 1e-13 {
            let polar = RADIUS * (1.0 - FLATTENING);
            let u = cos_squared * (RADIUS * RADIUS / (polar * polar) - 1.0);
            let a = 1.0 + u / 16384.0 * (4096.0 + u * (-768.0 + u * (320.0 - 175.0 * u)));
            let b = u / 1024.0 * (256.0 + u * (-128.0 + u * (74.0 - 47.0 * u)));
            let last = b / 6.0 * middle * (4.0 * sin_sigma * sin_sigma - 3.0) * (4.0 * middle * middle - 3.0);
            let inner = cos_sigma * (2.0 * middle * middle - 1.0) - last;
            return Some(polar * a * (sigma - b * sin_sigma * (middle + b / 4.0 * inner)));
        }
        lambda = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::testing::{call, call_text, number, outcome};
    use super::*;

    #[test]
    fn states_have_codes_names_and_numbers() {
        assert_eq!(call_text("STNAMEL", &[Value::Text(b"nc ")]), "North Carolina");
        assert_eq!(call_text("FIPNAME", &[Value::Number(37.0)]), "NORTH CAROLINA");
        assert_eq!(call_text("FIPSTATE", &[Value::Number(72.0)]), "PR");
        assert_eq!(call("STFIPS", &[Value::Text(b"WY")]), Some(56.0));
        for (zip, want) in [("27511", "NC"), ("10001-1234", "NY"), ("00601", "PR"), ("99999", "AK")] {
            assert_eq!(call_text("ZIPSTATE", &[Value::Text(zip.as_bytes())]), want, "{zip}");
        }
        assert_eq!(call_text("ZIPSTATE", &[Value::Number(601.0)]), "PR");
        for bad in [&b"2751"[..], b"abcde", b"09001"] {
            assert!(outcome("ZIPSTATE", &[Value::Text(bad)]).2.is_some());
        }
    }

    #[test]
    fn distances() {
        // The quarter of a meridian of the ellipsoid.
        let quarter = number("GEODIST", &[0.0, 0.0, 90.0, 0.0]);
        assert!((quarter - 10_001.965_729).abs() < 1e-5, "{quarter}");
        assert_eq!(number("GEODIST", &[45.0, 7.0, 45.0, 7.0]), 0.0);
    }
}
