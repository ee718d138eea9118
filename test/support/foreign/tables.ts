/** Tables of films as clubs and archives keep them, one with semicolons and days as Germans write them. */
export const tables: Readonly<Record<string, string>> = {
  'club.csv': [
    'Nr,Title,Year,Director,Cast,Runtime,Genre,Country,IMDb ID,Description',
    '17,"The Night Ferry",1978,Carl Sample,"Dora Sample; Hans Sample",1:31,Drama;Sci-Fi,West Germany,tt9910001,' +
      '"A ferry, ""late"""',
    '18,Das Moor,2003,Carl Sample,Dora Sample,104 min,Thriller,,,"Two days',
    'in the moor."',
    ',,,,,,,,,',
    '19,,1999,Nobody,,,,,,',
  ].join('\n'),
  'archiv.csv': [
    'Signatur;Titel;Originaltitel;Datum;Art;Sprache;Reihe',
    'A 1;Hafenstraße;Harbour Street;1.9.2011;Serie;Englisch;',
    'A 2;Die Fähre kehrt zurück;;24.12.1981;Film;Deutsch;Ferries',
  ].join('\r\n'),
}
