/** Files as other sites make them, with invented titles. */

type Rated = { id: string; title: string; year: number | ''; rating: number; date: string; type?: string }

const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const columns =
  'Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,' +
  'Release Date,Directors'

/** A table of ratings. */
export const ratingsTable = (rated: readonly Rated[]): Buffer =>
  Buffer.from(
    `${[
      columns,
      ...rated.map(({ id, title, year, rating, date, type = 'Movie' }) =>
        [id, rating, date, title, title, `https://films.example/${id}`, type, '', '', year, '', '', '', '']
          .map((cell) => quoted(String(cell)))
          .join(','),
      ),
    ].join('\r\n')}\r\n`,
  )
