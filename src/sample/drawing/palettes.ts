/** Colours that go together. Titles are set in `paper` on `ink`, or in `ink` on `paper`. */
export type Palette = {
  /** The sky, high up and at the horizon. */
  high: string
  low: string
  /** Sun, moon, lamp. */
  light: string
  /** Grounds, from the farthest to the nearest. */
  grounds: readonly [string, string, string, string]
  accent: string
  paper: string
  ink: string
}

/** What the pictures of a genre are about; several genres share one. */
export type Mood =
  | 'drama'
  | 'comedy'
  | 'crime'
  | 'horror'
  | 'romance'
  | 'future'
  | 'fantasy'
  | 'action'
  | 'history'
  | 'documentary'
  | 'music'
  | 'western'
  | 'family'

const moods: Readonly<Record<number, Mood>> = {
  28: 'action',
  12: 'fantasy',
  16: 'family',
  35: 'comedy',
  80: 'crime',
  99: 'documentary',
  18: 'drama',
  10751: 'family',
  14: 'fantasy',
  36: 'history',
  27: 'horror',
  10402: 'music',
  9648: 'crime',
  10749: 'romance',
  878: 'future',
  10770: 'drama',
  53: 'crime',
  10752: 'action',
  37: 'western',
  10759: 'action',
  10762: 'family',
  10763: 'documentary',
  10764: 'comedy',
  10765: 'future',
  10766: 'romance',
  10767: 'comedy',
  10768: 'history',
}

/** The mood of a record's first genre; a record without genre is a drama. */
export const moodOf = (genre: number | undefined): Mood => moods[genre ?? 0] ?? 'drama'

const of = (colours: string): Palette => {
  const [high, low, light, one, two, three, four, accent, paper, ink] = colours.split(' ').map((code) => `#${code}`)
  return { high, low, light, grounds: [one, two, three, four], accent, paper, ink } as Palette
}

/** For each mood: high, low, light, four grounds, accent, paper, ink. */
export const palettes: Readonly<Record<Mood, readonly Palette[]>> = {
  drama: [
    of('a3bccc f7dfc2 fff6e5 c7a68d 99797a 665a72 2f3350 e2725b fff7ec 22253d'),
    of('3d405b e8a598 ffe5d0 b77d82 80606f 54495f 2a2a40 81b29a fdf1ea 1e1e30'),
    of('264653 e9c46a fff1c9 8ab17d 5a8f78 35706b 1d3b45 e76f51 fdf6e3 152d36'),
    of('8f5d5d f3c9a5 fff0d9 c58b74 95655f 64474f 382b3b 4f9da6 fff4e8 291f2c'),
    of('33415c f2a65a ffd9a0 c97b63 8c5a63 56455d 2b2d42 ef6f6c fff3e2 1d1f33'),
    of('5b7f95 f0d9b5 fff1d0 9db4ab 6d8f8d 44696f 24414d d9773f fbf4e6 17303a'),
    of('7a4e5f efb99a ffe3c7 b9746b 874f5c 57374e 2f2338 f2c14e fff0e3 231a2b'),
    of('2f4858 86a5a0 f6e7cb 6b8f8a 4a7179 345565 223a4b e07a5f f7f0e1 172a37'),
  ],
  comedy: [
    of('5fa8d3 ffe8d6 ffca3a f4978e e2725b a84a5c 4a2c4f 1982c4 fffaf2 2f1b38'),
    of('b5e2d6 fff4d9 ff8552 8ecdb5 58a697 34757a 1d4657 ffcb47 fffdf3 15323f'),
    of('4ecdc4 fff1b8 ff6b6b ffd166 f79d5c ef6f6c c8505e 1a535c fffaf0 163e46'),
    of('ff9f80 ffe0ac ffffff f7b267 f4845f d95d6a 7d4e8a 2ec4b6 fff8ec 3b2350'),
    of('8ec5fc fef0c9 ffb703 9ad29f 5fb49c 3a8f8d 1f6073 fb6f92 fffbf0 163f50'),
    of('f9c74f fdf0c4 f3722c f8a44c e9724c c5424d 6a2c4f 3fa7a0 fff8e7 3c1830'),
  ],
  crime: [
    of('14213d 3a506b f4d58d 2f4560 23354e 18273d 0d1826 e63946 f2ead7 0a121d'),
    of('1f2a30 6b7f73 f2c572 4e625b 37494a 243437 141f24 d1603d f1e9d8 0f181c'),
    of('2b2d42 8d6a7a f7d9a8 5c4a62 433a55 2e2a44 1a1a2e ef233c f4ead9 131322'),
    of('233d4d 91a6a6 fcca46 587a85 3e606d 2b4755 182b36 fe7f2d f5efdf 11212b'),
  ],
  horror: [
    of('1a0f1f 6a1b2b f25c3d 45162a 321223 220d1b 130811 c9184a f3e2d3 0f060d'),
    of('101b1a 3c5a45 d7e8a0 29443a 1d332f 142523 0b1615 9bc53d eaf0d8 081110'),
    of('1c1430 5b3a70 f0d7ff 3f2a57 2d1f43 1f1632 110c1f ff5d73 efe4f5 0d0918'),
    of('200f0f 7c2f1d ffb347 541f1a 3b1616 270f10 160809 e85d04 f6e3cc 110607'),
  ],
  romance: [
    of('6d597a f4acb7 ffe5d9 d98a9b b56576 8a4d69 4f3158 ffb4a2 fff3ee 3a2342'),
    of('f7a9a8 ffe8d6 ffffff f28482 d1667a 9c4a70 5b2f57 84a59d fff6f0 43213f'),
    of('355070 eaac8b ffe1c4 d9827a b56576 815a7b 3d3f66 e56b6f fff1e6 2a2c4b'),
    of('9a8fbf f8d7da fff4e0 cf9fb5 a9799b 79577f 473659 ee8572 fff5f3 33263f'),
  ],
  future: [
    of('0b132b 1f5f8b 9bf6ff 1c4f77 173d60 122c49 0a1a30 ff6ec7 e6f7ff 071222'),
    of('1b1145 7b2cbf ffd6ff 5a2399 431b78 2f145a 1a0b36 00f5d4 f3e9ff 12072a'),
    of('05263a 2a9d8f e9ff8f 1f7d7b 175f66 10444e 082a35 f4a261 e8f8f0 051d26'),
    of('1d2b53 7e6bc4 fff1e8 5a5aa8 434787 303565 1a1f42 ff77a8 f0edff 12163a'),
  ],
  fantasy: [
    of('23395b b9e3c6 fffbe0 59c9a5 3a9188 2a6673 1c3f57 f4b860 f4fbef 142c40'),
    of('4a4e9e f6b8d2 fff0c9 a883c4 7a64ad 524a8f 2f2d63 ffd166 fdf2ff 221f4b'),
    of('1b4965 bee9e8 fff3b0 62b6cb 3f8fae 2b6a88 183f5a ef8354 f1fbfd 102d42'),
    of('5f4b8b ffcb9a fff5d6 c98bb9 93659f 634a84 37305d 7bdff2 fff4ea 272145'),
  ],
  action: [
    of('3d1f1f f48c06 ffe066 c8451b 952f1b 64211b 371416 ffba08 fff1dc 260d0f'),
    of('22333b c6ac8f f2d0a4 8a7560 655648 473f38 2a2926 d00000 f7efe4 1c1b19'),
    of('0f2a43 e85d5d ffd9a0 a6414f 73334c 452846 1f1c37 f5b700 fdf0e4 161429'),
    of('2e4a3f d6c58a fff0b5 8d9a5b 667a4c 465a40 263a30 e4572e f7f3df 1a2922'),
  ],
  history: [
    of('5e503f e6ccb2 fff0d6 b08968 8a6a4f 63503e 3d332b 9c2f2f faf1e3 2b241e'),
    of('3a506b dcc7a1 fbf0d1 a3947d 7c7568 565a5c 33404c bc4b51 f8f1e2 242e38'),
    of('6b705c ddbea9 ffe8d6 b7b7a4 8e937e 66705f 3f4a40 cb6b4a fcf4ea 2c352d'),
    of('4c3b4d d8b99c fbe9d0 a77f7a 7d5f68 584756 342c40 c9a227 f9f0e4 251f2e'),
  ],
  documentary: [
    of('2a6f97 a9d6e5 ffffff 61a5c2 468faf 2c7da0 014f86 f6aa1c f4fbff 01324f'),
    of('606c38 e9edc9 fefae0 a3b18a 7d9063 588157 344e41 dda15e fefae9 25372e'),
    of('7b8794 e4e7eb ffffff b0bac5 8995a3 616e7c 3e4c59 ef4e4e f8fafc 29333d'),
    of('457b9d f1faee ffffff a8dadc 72b0c2 4a86a4 1d3557 e63946 f8fdf9 142744'),
  ],
  music: [
    of('3c1a5b f72585 ffd6e8 b5179e 7a1fa2 560bad 2d0a5e 4cc9f0 fff0fa 20063f'),
    of('16324f f6bd60 fff3d1 e8855b c85a63 84405f 3a2a50 90e0ef fff6e6 281d3a'),
    of('540d6e ee964b ffe8b8 d9576f a63a7a 6d2a78 381a52 0ead69 fff3e4 280f3d'),
    of('1d3557 e9c46a fff5cf f4a261 e76f51 a8485a 4a3056 2a9d8f fff8ea 31203b'),
  ],
  western: [
    of('d97742 f9d9a0 fff3d0 d1683c a84b2f 7a3528 47231f 2a7f8e fff3df 331815'),
    of('e0a458 fbe8c0 fffaf0 c97b44 9e5637 6e3b2c 402420 3b7a78 fff4e2 2d1815'),
    of('5c7c8a f4c095 ffe9c9 cb7f5a 9d5b48 6b3f38 3b2627 e4b363 fdf1e1 2a1a1b'),
    of('7d3f48 f2a15f ffe1a8 bf5f45 8f4240 612f39 35202d f0c04a fff0df 261621'),
  ],
  family: [
    of('74c0fc e7f5ff ffe066 8ce99a 51cf66 2f9e6b 1b6b58 ff8787 fffef5 124a40'),
    of('ffadad fff3d6 ffffff fdcb6e f3a65a e07a5f 81436b 5bc0be fffaf2 502a47'),
    of('a29bfe ffeaf2 fff3b0 fd9fb8 d977a8 9a5b9b 544179 55d6be fff8fc 382b57'),
    of('48bfe3 fdf6c4 ff9f1c 80d39b 4fb286 2b8a83 22577a f25f5c fffdf2 173d57'),
  ],
}
