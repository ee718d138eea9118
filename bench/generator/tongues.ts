/**
 * Invented languages. Their words are built from syllables, so that no real name, title or company stands in a
 * generated catalogue except by an accident of syllables. A piece is written in Latin letters and, behind a colon where
 * it differs, in the script of the language.
 */
export type Tongue = {
  /** Words begin with an onset and a vowel, once or more often, and finish with an ending. */
  readonly onsets: readonly Piece[]
  readonly vowels: readonly Piece[]
  readonly endings: readonly Piece[]
  /** Most pairs of onset and vowel in a word. */
  readonly length: number
  /** Small words between the others, and before the first one. */
  readonly particles: readonly Piece[]
  readonly articles: readonly Piece[]
  /** What stands between words, and at the end of a sentence, in its own script. */
  readonly space: string
  readonly stop: string
}

/** A piece of a word in Latin letters and in the script of its language. */
export type Piece = { readonly latin: string; readonly native: string }

/** Pieces as they are written below; `-` is the empty one, and `_` a space. */
function pieces(text: string): Piece[] {
  return text.split(/\s+/).map((piece) => {
    const [latin = '', native = latin] = piece.replace('_', ' ').split(':')
    return { latin: latin === '-' ? '' : latin, native: native === '-' ? '' : native }
  })
}

type Sounds = Partial<Pick<Tongue, 'space' | 'stop'>> & {
  articles?: string
  onsets: string
  vowels?: string
  endings: string
  length: number
  particles: string
}

const tongue = ({ onsets, vowels = '-', endings, particles, articles, ...more }: Sounds): Tongue => ({
  onsets: pieces(onsets),
  vowels: pieces(vowels),
  endings: pieces(endings),
  particles: pieces(particles),
  articles: articles ? pieces(articles) : [],
  space: ' ',
  stop: '.',
  ...more,
})

export const tongues = {
  english: tongue({
    onsets: `al am ar bar bel ber bran brin cal car cor dal dar del dor el far fen fern gal gar gil glen gren hal har
      haven hazel hol il jan jes jor kel ken ker lan lar len lin lor lum mal mar mel mer mil mor nar nel nor ol or os
      per quil ral ram ren ril ros row sal sel ser sil sol tal tam tar ten til tor tul ul val ver vil wal war wel wil
      win wren yar yel zel`,
    vowels: 'a e i o - - - -',
    endings: `- - - by bel combe con dale del den dine don dor dow el en er fell fen ford gate ham ing ith ill land ley
      lin ling lock low ly man mer mere mond mor more nel ner ness nor ock on or ora ost ow ridge row set sted ster
      stone ter thorn ton tor vale ver ward wen well wick win wood worth`,
    length: 2,
    particles: `of of of of of of of of of of and and and and and in in in in in the the the the to to to a a on on for
      for from with of_the of_the of_the in_the at`,
    articles: 'the the the the the the the the a',
  }),
  romance: tongue({
    onsets: 'b c d f l m n p r s t v br dr fr gr pl tr cl gl',
    vowels: 'a e i o a e i o u ia ie a e i o é á',
    endings: '- - - na no ra ro ta to la lo elle ette ino ina ore anza ella mar san vel dor n r l',
    length: 3,
    particles: 'di da del e con',
    articles: 'la le il o',
  }),
  northern: tongue({
    onsets: 'b br d f g h j l m n r s st t v fl gr sv tr',
    vowels: 'a e i o u ä ö å ei ie',
    endings: '- l n r s nd rd st en er an dal berg lund mark feld hagen stad vik',
    length: 2,
    particles: 'av och i',
    articles: 'det en',
  }),
  eastern: tongue({
    onsets: 'b:б d:д g:г l:л m:м n:н p:п r:р s:с t:т v:в z:з st:ст br:бр dr:др vl:вл',
    vowels: 'a:а e:е i:и o:о u:у a:а o:о',
    endings: '- - n:н v:в r:р l:л na:на va:ва ik:ик ets:ец enko:енко ova:ова ir:ир or:ор',
    length: 3,
    particles: 'i:и na:на o:о do:до za:за',
  }),
  hellenic: tongue({
    onsets: 'l:λ m:μ n:ν r:ρ s:σ t:τ th:θ k:κ p:π d:δ v:β ph:φ',
    vowels: 'a:α e:ε i:ι o:ο',
    endings: '- s:ς n:ν os:ος as:ας is:ις ra:ρα dis:δης ni:νη',
    length: 3,
    particles: 'to:το i:η ke:κε',
  }),
  kana: tongue({
    onsets: `a:ア i:イ o:オ ka:カ ki:キ ke:ケ ko:コ sa:サ shi:シ se:セ so:ソ ta:タ te:テ to:ト na:ナ ni:ニ no:ノ ha:ハ
      hi:ヒ ho:ホ ma:マ mi:ミ me:メ mo:モ ya:ヤ yo:ヨ ra:ラ ri:リ re:レ ro:ロ wa:ワ`,
    endings: '- - - ra:ラ ko:コ mi:ミ n:ン no:ノ',
    length: 3,
    particles: 'no:の to:と wa:は',
    space: '',
    stop: '。',
  }),
  hangul: tongue({
    onsets: `ga:가 na:나 da:다 ra:라 ma:마 ba:바 sa:사 ha:하 mi:미 ri:리 seo:서 ho:호 jin:진 han:한 sol:솔 byeol:별
      nan:난 dam:담 rin:린 min:민 so:소 yu:유 won:원`,
    endings: '- - na:나 ri:리 san:산 mi:미 ol:올',
    length: 2,
    particles: 'ui:의 wa:와',
  }),
  han: tongue({
    onsets: `lin:林 yun:云 shan:山 he:河 mu:木 yue:月 xing:星 feng:风 qing:青 bai:白 hai:海 song:松 lan:兰 yu:雨 xue:雪
      tian:天 an:安 ming:明 ping:平 zhu:竹`,
    endings: '- - - lu:路 men:门 cheng:城 li:里',
    length: 2,
    particles: 'de:的 yu:与',
    space: '',
    stop: '。',
  }),
  indic: tongue({
    onsets: 'k:क g:ग t:त d:द n:न p:प b:ब m:म y:य r:र l:ल v:व s:स h:ह',
    vowels: 'a:ा i:ि e:े o:ो u:ु',
    endings: '- - n:न r:र l:ल ra:रा ni:नी ta:ता m:म',
    length: 3,
    particles: 'ki:की ka:का aur:और',
    stop: '।',
  }),
  arabic: tongue({
    onsets: 'b:ب t:ت d:د r:ر z:ز s:س f:ف l:ل m:م n:ن h:ه w:و y:ي',
    vowels: 'a:ا i:ي u:و e:- a:-',
    endings: '- - n:ن r:ر l:ل m:م ra:رة',
    length: 3,
    particles: 'wa:و fi:في min:من',
  }),
} as const satisfies Record<string, Tongue>

export type TongueName = keyof typeof tongues
