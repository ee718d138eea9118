import { gzipSync } from 'node:zlib'

/** The seven files in their true form: tabs, `\N` for nothing, no quoting, and rows that others do not have. */
const rows = {
  'title.basics': `tconst titleType primaryTitle originalTitle isAdult startYear endYear runtimeMinutes genres
tt9910001 movie The_"Night"_Ferry Die_Nachtfähre 0 1978 \\N 91 Drama,Sci-Fi
tt9910002 videoGame Ferry_Game Ferry_Game 0 1999 \\N \\N \\N
tt9910100 tvSeries Harbour_Street Harbour_Street 0 2011 2012 45 Drama
tt9910101 tvEpisode Arrival Arrival 0 2011 \\N 42 Drama
tt9910102 tvEpisode Nowhere Nowhere 0 2011 \\N 42 Drama
tt9910003 movie Broken_Row`,
  'title.akas': `titleId ordering title region language types attributes isOriginalTitle
tt9910001 1 Die_Nachtfähre DE \\N original \\N 1
tt9910001 2 Le_Ferry_de_nuit FR \\N imdbDisplay\u0002working \\N 0
tt9910001 3 Nattfärjan SE sv \\N \\N 0`,
  'title.crew': `tconst directors writers
tt9910001 nm9900011 nm9900013,nm9900099
tt9910101 nm9900011 \\N`,
  'title.episode': `tconst parentTconst seasonNumber episodeNumber
tt9910101 tt9910100 1 1
tt9910102 tt9910100 \\N \\N
tt9999999 tt8888888 1 1`,
  'title.principals': `tconst ordering nconst category job characters
tt9910001 1 nm9900012 actress \\N ["The_captain"]
tt9910001 2 nm9900014 actor \\N ["The_cook","The_cook's_twin"]
tt9910001 3 nm9900011 director \\N \\N
tt9910001 4 nm9900011 composer theme \\N
tt9910101 1 nm9900098 actor \\N \\N`,
  'title.ratings': `tconst averageRating numVotes
tt9910001 7.1 1204`,
  'name.basics': `nconst primaryName birthYear deathYear primaryProfession knownForTitles
nm9900011 Carl_Sample 1930 1999 director,composer tt9910001
nm9900012 Dora_Sample 1945 \\N actress tt9910001
nm9900013 Edda_Sample \\N \\N writer \\N
nm9900014 Hans_Sample \\N \\N actor \\N
nm9900015 Nobody_Here \\N \\N actor \\N`,
}

const tsv = (text: string) => `${text.replaceAll(' ', '\t').replaceAll('_', ' ')}\n`

type Name = `${keyof typeof rows}.tsv.gz`

export const sevenFiles = Object.fromEntries(
  Object.entries(rows).map(([name, text]) => [`${name}.tsv.gz`, gzipSync(tsv(text))]),
) as Readonly<Record<Name, Buffer>>
