import { genres } from '#src/reference/reference.ts'
import { wordTable } from '#src/reference/word-table.ts'

/** What is what: classes of which entities are direct instances. */
export const classes: Readonly<Record<string, 'movie' | 'series' | 'season' | 'episode' | 'collection' | 'person'>> =
  wordTable({
    Q11424: 'movie',
    Q24862: 'movie',
    Q93204: 'movie',
    Q506240: 'movie',
    Q20650540: 'movie',
    Q202866: 'movie',
    Q29168811: 'movie',
    Q226730: 'movie',
    Q5398426: 'series',
    Q117467246: 'series',
    Q63952888: 'series',
    Q1259759: 'series',
    Q581714: 'series',
    Q15416: 'series',
    Q3464665: 'season',
    Q21191270: 'episode',
    Q24856: 'collection',
    Q5: 'person',
  })

/** Companies and networks are known by what they do, or only because titles name them. */
export const organisations: Readonly<Record<string, 'company' | 'network'>> = wordTable({
  Q1762059: 'company',
  Q375336: 'company',
  Q10689397: 'company',
  Q1107679: 'company',
  Q1254874: 'network',
  Q2001305: 'network',
  Q1616075: 'network',
  Q63241860: 'network',
})

/** Roles are entities of their own: characters of films, and those of stories elsewhere. */
const characters = [
  ...['Q15773347', 'Q15773317', 'Q15632617', 'Q95074', 'Q3658341', 'Q15711870', 'Q1114461', 'Q80447738'],
]

/** Places in which people are born: cities, towns, villages and what countries call their municipalities. */
export const places: ReadonlySet<string> = new Set([
  ...['Q515', 'Q1549591', 'Q3957', 'Q532', 'Q486972', 'Q5119', 'Q1093829', 'Q747074', 'Q484170', 'Q262166'],
  ...['Q42744322', 'Q1637706', 'Q22865', 'Q2264924', 'Q208511', 'Q51929311', 'Q15284'],
])

/** What is read for nothing but its name, by which others call it. */
export const named: ReadonlySet<string> = new Set([...characters, ...places])

export const countries: Readonly<Record<string, string>> = wordTable({
  ...{ Q30: 'US', Q145: 'GB', Q183: 'DE', Q142: 'FR', Q38: 'IT', Q29: 'ES', Q17: 'JP', Q884: 'KR', Q148: 'CN' },
  ...{ Q668: 'IN', Q16: 'CA', Q408: 'AU', Q96: 'MX', Q155: 'BR', Q414: 'AR', Q159: 'RU', Q15180: 'SU', Q34: 'SE' },
  ...{ Q35: 'DK', Q20: 'NO', Q33: 'FI', Q189: 'IS', Q31: 'BE', Q55: 'NL', Q39: 'CH', Q40: 'AT', Q36: 'PL' },
  ...{ Q213: 'CZ', Q33946: 'XC', Q214: 'SK', Q28: 'HU', Q218: 'RO', Q219: 'BG', Q41: 'GR', Q43: 'TR', Q794: 'IR' },
  ...{ Q801: 'IL', Q79: 'EG', Q258: 'ZA', Q27: 'IE', Q45: 'PT', Q664: 'NZ', Q8646: 'HK', Q865: 'TW', Q869: 'TH' },
  ...{ Q928: 'PH', Q252: 'ID', Q833: 'MY', Q881: 'VN', Q298: 'CL', Q739: 'CO', Q419: 'PE', Q717: 'VE', Q241: 'CU' },
  ...{ Q1033: 'NG', Q1028: 'MA', Q948: 'TN', Q262: 'DZ', Q212: 'UA', Q184: 'BY', Q191: 'EE', Q211: 'LV', Q37: 'LT' },
  ...{ Q224: 'HR', Q403: 'RS', Q36704: 'YU', Q215: 'SI', Q225: 'BA', Q222: 'AL', Q230: 'GE', Q399: 'AM', Q227: 'AZ' },
  ...{ Q232: 'KZ', Q265: 'UZ', Q843: 'PK', Q902: 'BD', Q854: 'LK', Q837: 'NP', Q822: 'LB', Q858: 'SY', Q796: 'IQ' },
  ...{ Q851: 'SA', Q878: 'AE', Q16957: 'XG', Q713750: 'DE', Q32: 'LU', Q233: 'MT', Q229: 'CY', Q334: 'SG', Q77: 'UY' },
  ...{ Q736: 'EC', Q750: 'BO', Q733: 'PY', Q114: 'KE', Q1041: 'SN', Q711: 'MN', Q889: 'AF', Q117: 'GH', Q115: 'ET' },
})

export const languages: Readonly<Record<string, string>> = wordTable({
  ...{ Q1860: 'en', Q188: 'de', Q150: 'fr', Q652: 'it', Q1321: 'es', Q5287: 'ja', Q9176: 'ko', Q7850: 'zh' },
  ...{ Q9192: 'zh', Q9186: 'cn', Q727694: 'zh', Q1568: 'hi', Q5885: 'ta', Q8097: 'te', Q36236: 'ml', Q9610: 'bn' },
  ...{ Q7737: 'ru', Q9027: 'sv', Q9035: 'da', Q9043: 'no', Q1412: 'fi', Q294: 'is', Q7411: 'nl', Q809: 'pl' },
  ...{ Q9056: 'cs', Q9058: 'sk', Q9067: 'hu', Q7913: 'ro', Q7918: 'bg', Q9129: 'el', Q256: 'tr', Q9168: 'fa' },
  ...{ Q9288: 'he', Q13955: 'ar', Q5146: 'pt', Q8798: 'uk', Q9217: 'th', Q9199: 'vi', Q9240: 'id', Q34057: 'tl' },
  ...{ Q6654: 'hr', Q9299: 'sr', Q9301: 'sh', Q9063: 'sl', Q9072: 'et', Q9078: 'lv', Q9083: 'lt', Q7026: 'ca' },
  ...{ Q8752: 'eu', Q9307: 'gl', Q397: 'la', Q1571: 'mr', Q58635: 'pa', Q1617: 'ur', Q8108: 'ka', Q8785: 'hy' },
})

/** Genres of films and series, by the names of our lists; a word that one kind of title lacks is left out there. */
const genresNamed: Readonly<Record<string, readonly string[]>> = wordTable({
  Q200092: ['Horror'],
  Q157443: ['Comedy'],
  Q130232: ['Drama'],
  Q1366112: ['Drama'],
  Q188473: ['Action', 'Action & Adventure'],
  Q319221: ['Adventure', 'Action & Adventure'],
  Q471839: ['Science Fiction', 'Sci-Fi & Fantasy'],
  Q157394: ['Fantasy', 'Sci-Fi & Fantasy'],
  Q959790: ['Crime'],
  Q2484376: ['Thriller'],
  Q1054574: ['Romance'],
  Q860626: ['Romance', 'Comedy'],
  Q369747: ['War', 'War & Politics'],
  Q172980: ['Western'],
  Q842256: ['Music'],
  Q93204: ['Documentary'],
  Q202866: ['Animation'],
  Q581714: ['Animation'],
  Q1200678: ['Mystery'],
  Q17013749: ['History'],
  Q1361932: ['Family'],
  Q170238: ['Comedy'],
  Q15961987: ['Animation'],
})

export function genresOf(entities: readonly string[], kind: 'movie' | 'tv'): { id: number }[] {
  const names = entities.flatMap((entity) => genresNamed[entity] ?? [])
  return genres[kind].filter(({ name }) => names.includes(name)).map(({ id }) => ({ id }))
}

/** Jobs of people at films, by the property of the title that names them. */
export const jobs: readonly [property: string, department: string, job: string][] = [
  ['P57', 'Directing', 'Director'],
  ['P58', 'Writing', 'Screenplay'],
  ['P162', 'Production', 'Producer'],
  ['P1431', 'Production', 'Executive Producer'],
  ['P344', 'Camera', 'Director of Photography'],
  ['P1040', 'Editing', 'Editor'],
  ['P86', 'Sound', 'Original Music Composer'],
  ['P2515', 'Costume & Make-Up', 'Costume Design'],
  ['P2554', 'Art', 'Production Design'],
]

/** Certificates of films, by the property, with the country whose they are. */
export const certificates: readonly [property: string, country: string, names: Readonly<Record<string, string>>][] = [
  ['P1657', 'US', { Q18665330: 'G', Q18665334: 'PG', Q18665339: 'PG-13', Q18665344: 'R', Q18665349: 'NC-17' }],
  ['P1981', 'DE', { Q20644794: '0', Q20644795: '6', Q20644796: '12', Q20644797: '16', Q20644798: '18' }],
  [
    'P2629',
    'GB',
    { Q23301853: 'U', Q23301854: 'PG', Q23301855: '12A', Q23301856: '12', Q4550895: '15', Q4557532: '18' },
  ],
]

/** Occupations of people who make films and series; others are in the dump for other reasons. */
export const occupations: ReadonlySet<string> = new Set([
  ...['Q33999', 'Q10800557', 'Q10798782', 'Q2405480', 'Q2259451', 'Q948329', 'Q2526255', 'Q28389', 'Q3282637'],
  ...['Q222344', 'Q7042855', 'Q36834', 'Q1323191', 'Q3455803', 'Q578109', 'Q1053574', 'Q2722764', 'Q11481802'],
])

export const departments: Readonly<Record<string, string>> = wordTable({
  ...{ Q33999: 'Acting', Q10800557: 'Acting', Q10798782: 'Acting', Q2405480: 'Acting', Q2259451: 'Acting' },
  ...{ Q948329: 'Acting', Q2526255: 'Directing', Q3455803: 'Directing', Q28389: 'Writing', Q3282637: 'Production' },
  ...{
    Q578109: 'Production',
    Q1053574: 'Production',
    Q222344: 'Camera',
    Q7042855: 'Editing',
    Q1323191: 'Costume & Make-Up',
  },
})

/** Genders as numbers of the interface. */
export const genders: Readonly<Record<string, number>> = wordTable({
  Q6581072: 1,
  Q1052281: 1,
  Q6581097: 2,
  Q2449503: 2,
  Q48270: 3,
})
