import com.epam.parso.Column;
import com.epam.parso.SasFileReader;
import com.epam.parso.date.OutputDateType;
import com.epam.parso.impl.SasFileReaderImpl;
import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * Prints what parso makes of .sas7bdat files, as a line of JSON for each: Describe FILE...
 *
 * Cells are those of describe.py.
 */
public final class Describe {
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, "UTF-8");
        for (String path : arguments) {
            try (InputStream stream = new FileInputStream(path)) {
                // Without this, numbers with the formats of dates become dates.
                describe(new SasFileReaderImpl(stream, null, OutputDateType.SAS_VALUE), out);
            }
        }
        out.flush();
    }

    private static void describe(SasFileReader reader, PrintStream out) throws Exception {
        List<Column> columns = reader.getColumns();
        out.print("{\"columns\": [");
        String comma = "";
        for (Column column : columns) {
            out.print(comma + "{\"name\": " + quoted(column.getName()) + ", \"label\": "
                    + quoted(column.getLabel()) + ", \"format\": " + quoted(column.getFormat().toString())
                    + ", \"length\": " + column.getLength() + "}");
            comma = ", ";
        }
        out.print("], \"rows\": [");
        comma = "";
        Object[] row;
        while ((row = reader.readNext()) != null) {
            out.print(comma + "[");
            for (int i = 0; i < row.length; i++) {
                out.print((i == 0 ? "" : ", ") + cell(row[i], columns.get(i)));
            }
            out.print("]");
            comma = ", ";
        }
        out.println("]}");
    }

    private static String cell(Object value, Column column) {
        if (column.getType() == String.class) {
            return quoted(value == null ? "" : value.toString());
        }
        // Some missing values are null, and those of variables with the formats of dates are NaN.
        double number = value == null ? Double.NaN : ((Number) value).doubleValue();
        return Double.isNaN(number) ? "null" : Long.toUnsignedString(Double.doubleToLongBits(number));
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : (text == null ? "" : text).toCharArray()) {
            if (c == '"' || c == '\\' || c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
