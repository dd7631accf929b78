//! Formats for dates, times and datetimes.

use std::fmt::Write as _;

use super::put;

/// Returns one line for each format: its name and its output between bars.
fn table(number: f64, formats: &str) -> String {
    let mut lines = String::new();
    for format in formats.split_whitespace() {
        writeln!(lines, "{format:>12} |{}|", put(number, format)).unwrap();
    }
    lines
}

#[test]
fn dates_by_width() {
    // 16 March 2012, a Friday.
    insta::assert_snapshot!(table(
        19_068.0,
        "date5. date6. date7. date8. date9. date10. date11. mmddyy2. mmddyy4. mmddyy5. mmddyy6. mmddyy7. \
         mmddyy8. mmddyy10. ddmmyy10. ddmmyyd10. ddmmyyn8. yymmdd2. yymmdd5. yymmdd8. yymmdd10. yymmddn8. \
         yymmddn6. yymmddp10. yymmddb8. mmddyyc8. monyy5. monyy7. yymm. yymm5. yymmd7. yymmn6. yymmn4. \
         mmyy. mmyys7. yyq. yyq4. yyqd6. yyqn5. yyqr. yyqr6. yyqrn. year. year2. month. month1. day. qtr. \
         qtrr. monname. monname3. downame. weekday. julian5. julian7. julday. worddate3. worddate9. \
         worddate12. worddate18. worddate20. worddatx. weekdate3. weekdate9. weekdate15. weekdate17. \
         weekdate. weekdatx."
    ), @r"
             date5. |16MAR|
             date6. | 16MAR|
             date7. |16MAR12|
             date8. | 16MAR12|
             date9. |16MAR2012|
            date10. | 16MAR2012|
            date11. |16-MAR-2012|
           mmddyy2. |03|
           mmddyy4. |0316|
           mmddyy5. |03/16|
           mmddyy6. |031612|
           mmddyy7. | 031612|
           mmddyy8. |03/16/12|
          mmddyy10. |03/16/2012|
          ddmmyy10. |16/03/2012|
         ddmmyyd10. |16-03-2012|
          ddmmyyn8. |16032012|
           yymmdd2. |12|
           yymmdd5. |12-03|
           yymmdd8. |12-03-16|
          yymmdd10. |2012-03-16|
          yymmddn8. |20120316|
          yymmddn6. |120316|
         yymmddp10. |2012.03.16|
          yymmddb8. |12 03 16|
          mmddyyc8. |03:16:12|
            monyy5. |MAR12|
            monyy7. |MAR2012|
              yymm. |2012M03|
             yymm5. |12M03|
            yymmd7. |2012-03|
            yymmn6. |201203|
            yymmn4. |1203|
              mmyy. |03M2012|
            mmyys7. |03/2012|
               yyq. |2012Q1|
              yyq4. |12Q1|
             yyqd6. |2012-1|
             yyqn5. |20121|
              yyqr. |  2012QI|
             yyqr6. |2012QI|
             yyqrn. |  2012I|
              year. |2012|
             year2. |12|
             month. | 3|
            month1. |3|
               day. |16|
               qtr. |1|
              qtrr. |  I|
           monname. |    March|
          monname3. |Mar|
           downame. |   Friday|
           weekday. |6|
           julian5. |12076|
           julian7. |2012076|
            julday. | 76|
         worddate3. |Mar|
         worddate9. |    March|
        worddate12. |Mar 16, 2012|
        worddate18. |    March 16, 2012|
        worddate20. |      March 16, 2012|
          worddatx. |     16 March 2012|
         weekdate3. |Fri|
         weekdate9. |   Friday|
        weekdate15. |Fri, Mar 16, 12|
        weekdate17. |Fri, Mar 16, 2012|
          weekdate. |       Friday, March 16, 2012|
          weekdatx. |        Friday, 16 March 2012|
        ");
}

#[test]
fn days_of_the_manual() {
    for (days, format, text) in [
        (19_127.0, "yymmddc5.", "12:05"),
        (19_127.0, "yymmddd8.", "12-05-14"),
        (19_127.0, "yymmddp10.", "2012.05.14"),
        (19_127.0, "yymmddn8.", "20120514"),
        (19_127.0, "yymmc5.", "12:05"),
        (19_127.0, "yymmd.", "2012-05"),
        (19_127.0, "yymmn4.", "1205"),
        (19_127.0, "yymmp8.", " 2012.05"),
        (19_127.0, "yymms10.", "   2012/05"),
        (16_601.0, "yyqr6.", " 05QII"),
        (16_601.0, "yyqr7.", "2005QII"),
        (16_601.0, "yyqr.", " 2005QII"),
        (16_601.0, "yyqr10.", "   2005QII"),
        (19_721.0, "yyqrc6.", " 13:IV"),
        (19_721.0, "yyqrd.", " 2013-IV"),
        (19_721.0, "yyqrn5.", " 13IV"),
        (6_600_000.0, "date9.", "*********"),
        (3_000_000.0, "date9.", "*********"),
        (0.9, "date9.", "01JAN1960"),
        (-0.1, "date9.", "31DEC1959"),
    ] {
        assert_eq!(put(days, format), text, "{days} {format}");
    }
}

#[test]
fn times_and_datetimes() {
    for (seconds, format, text) in [
        (59_083.0, "time.", "16:24:43"),
        (32_083.0, "time.", " 8:54:43"),
        (439_200.0, "time9.", "122:00:00"),
        (439_200.0, "time8.", "  122:00"),
        (27_885.0, "time5.", " 7:44"),
        (27_885.0, "hhmm5.", " 7:45"),
        (34_557.0, "time2.", " 9"),
        (34_557.0, "hhmm2.", " 9"),
        (27_885.0, "hour2.", " 8"),
        // A little less than that, as a double.
        (99.3765, "time12.3", " 0:01:39.376"),
        (59_083.26, "time10.2", "16:24:43.3"),
        (-10.0, "time8.", "-0:00:10"),
        (86_399.9, "time8.", "24:00:00"),
        (1_661_437_223.0, "tod9.", " 14:20:23"),
        (5400.0, "tod5.", "01:30"),
        (59_083.0, "timeampm3.", " PM"),
        (59_083.0, "timeampm5.", " 4 PM"),
        (59_083.0, "timeampm7.", "4:24 PM"),
        (59_083.0, "timeampm11.", " 4:24:43 PM"),
        (0.0, "timeampm11.", "12:00:00 AM"),
        (43_199.9, "timeampm11.", "12:00:00 PM"),
        (46_860.0, "mmss8.", "  781:00"),
        (1_447_213_759.0, "datetime.", "10NOV05:03:49:19"),
        (1_447_213_759.0, "datetime7.", "10NOV05"),
        (1_447_213_759.0, "datetime9.", "10NOV2005"),
        (1_447_213_759.0, "datetime12.", "  10NOV05:03"),
        (1_447_213_759.0, "datetime13.", "10NOV05:03:49"),
        (1_447_213_759.0, "datetime18.", "  10NOV05:03:49:19"),
        (1_447_213_759.0, "datetime18.1", "10NOV05:03:49:19.0"),
        (1_447_213_759.0, "datetime19.", " 10NOV2005:03:49:19"),
        (1_447_213_759.0, "datetime20.1", "10NOV2005:03:49:19.0"),
        (1_447_213_759.0, "datetime21.2", "10NOV2005:03:49:19.00"),
        (-0.4, "datetime19.", " 31DEC1959:23:59:59"),
        (-1.0, "datetime19.", " 31DEC1959:23:59:59"),
        (1_447_213_759.0, "dtdate9.", "10NOV2005"),
        (1_447_213_759.0, "dtmonyy7.", "NOV2005"),
        (1_447_213_759.0, "dtyear.", "2005"),
        (1e300, "datetime.", "****************"),
        (1e300, "time.", "********"),
    ] {
        assert_eq!(put(seconds, format), text, "{seconds} {format}");
    }
}
