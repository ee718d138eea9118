/** Pieces that, repeated, make a reader go back again and again: what patterns skip, count, pair and nest. */
const pieces: readonly string[] = [
  ...[' ', '\t', '\n', '\r\n', '\u00a0', '\u2003', '-', '--', '_', '.', ',', ';', ':', '/', '\\', '|', '=', '#', '@'],
  ...['(', ')', '[', ']', '{', '}', '<', '>', '"', "'", '`', '*', '~', '!', '%', '&', '+', '?', '^', '$'],
  ...['<?xml', '<!--', '<a>', '&amp;', '![', '[a](', '*_[', '> ', '- ', '1. ', '( )', '(a', '{a}', '""', '\\"'],
  ...['0', '1', '9 ', '1x', 'x1', '000x', '1-', '-1', '1.', '1,', '1/1/', '2020-', '12:', 'S01E01', 'e1', 'tt1'],
  ...['a', 'A', 'aA', 'a ', ' a', 'a-', 'a.', "a'", 'a,', 'a@', 'en,', 'en-US,', ';q=1,', 'q=', 'the ', 'aka '],
  ...[
    '\u0301',
    '\u0301\u0323',
    '\u0315\u0300\u05ae',
    'é',
    'ß',
    'İ',
    'ﬁ',
    '½',
    'я',
    '映',
    '한',
    'ا',
    '\u200d',
    '🎬',
    '👩\u200d',
  ],
]

/** A text made of one piece, as long as somebody wants. */
export type Worst = { name: string; of(length: number): string }

const repeated = (piece: string, length: number) =>
  piece
    .repeat(Math.ceil(Math.max(0, length) / piece.length))
    .slice(0, Math.max(0, length))
    .toWellFormed()

/** The piece alone, and between two letters, so that what skips it does not find what it looks for behind it. */
export const worstTexts: readonly Worst[] = pieces.flatMap((piece) => [
  { name: JSON.stringify(piece), of: (length: number) => repeated(piece, length) },
  { name: `a ${JSON.stringify(piece)} b`, of: (length: number) => `a${repeated(piece, length - 2)}b` },
])

/** Fewer, where each takes a request or a file: those that have stopped a server, and their like. */
export const fewWorstTexts: readonly Worst[] = worstTexts.filter(({ name }) =>
  [...' \t\n-.,([{<"*_1a']
    .concat(['\u2003', '000x', '<?xml', '*_[', 'a,', '1/1/', '\u0301\u0323', '映', '&amp;'])
    .map((piece) => `a ${JSON.stringify(piece)} b`)
    .includes(name),
)
