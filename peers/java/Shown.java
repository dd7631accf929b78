import com.epam.parso.SasFileReader;
import com.epam.parso.date.OutputDateType;
import com.epam.parso.impl.SasFileReaderImpl;
import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Prints the rows of .sas7bdat files as the formats of their variables show them, with tabs between the cells:
 * Shown FILE...
 */
public final class Shown {
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, "UTF-8");
        for (String path : arguments) {
            try (InputStream stream = new FileInputStream(path)) {
                SasFileReader reader =
                        new SasFileReaderImpl(stream, null, OutputDateType.SAS_FORMAT_EXPERIMENTAL);
                Object[] row;
                while ((row = reader.readNext()) != null) {
                    out.println(Arrays.stream(row).map(Objects::toString).collect(Collectors.joining("\t")));
                }
            }
        }
        out.flush();
    }
}
