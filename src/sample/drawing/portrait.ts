import { brightness, Canvas, mix, short, trace } from './canvas.ts'
import { type Palette, palettes } from './palettes.ts'
import { type Random, randomOf } from './random.ts'
import type { Recipe } from './recipe.ts'

export const portraitSize = { width: 800, height: 1200 }
const { width, height } = portraitSize

type Sitter = {
  canvas: Canvas
  random: Random
  palette: Palette
  back: string
  skin: string
  hair: string
  coat: string
  /** As the interface numbers it: 1 for women, 2 for men, others for neither or unknown. */
  gender: string
}

/**
 * A head and shoulders cut out of coloured paper. It has no features, and the colours of the ground instead of skin,
 * because it shows nobody and stands for people who exist.
 */
export function portrait(recipe: Recipe): Canvas {
  const { random, palette, back } = settingOf(recipe)
  const canvas = new Canvas(width, height)
  const skin = random.pick([
    palette.paper,
    mix(palette.light, palette.paper, 0.5),
    mix(palette.accent, palette.paper, 0.45),
    palette.grounds[1],
  ])
  const isPale = brightness(skin) > 0.55
  const hair = random.pick(
    isPale
      ? [palette.ink, palette.grounds[3], palette.accent, mix(palette.accent, palette.ink, 0.5)]
      : [palette.ink, palette.light, palette.paper],
  )
  const sitter: Sitter = {
    canvas,
    random,
    palette,
    back,
    skin,
    hair,
    gender: recipe.note,
    coat: random.pick(
      [palette.grounds[2], palette.grounds[3], palette.accent, palette.ink].filter((tone) => tone !== hair),
    ),
  }
  backdrop(sitter)
  const style = random.pick(styles.filter(({ suits }) => suits.includes(sitter.gender)))
  style.behind?.(sitter)
  body(sitter)
  head(sitter)
  style.before?.(sitter)
  if (random.chance(0.22)) glasses(sitter)
  return canvas
}

function settingOf({ seed }: Recipe) {
  const random = randomOf(`portrait ${seed}`)
  const palette = random.pick(Object.values(palettes).flat())
  const back = random.pick([palette.low, palette.grounds[0], mix(palette.high, palette.low, 0.5)])
  return { random, palette, back }
}

/** The main colour of a portrait. */
export const groundOf = (recipe: Recipe): string => settingOf(recipe).back

function backdrop({ canvas, random, palette, back }: Sitter) {
  canvas.rect(0, 0, width, height, {
    fill: canvas.gradient([
      [0, mix(back, palette.high, 0.35)],
      [1, back],
    ]),
  })
  const shape = random.whole(0, 4)
  const tone = random.pick([palette.light, palette.paper, mix(palette.accent, back, 0.35)])
  if (shape === 0) canvas.circle([400, 480], 350, { fill: tone, opacity: 0.85 })
  if (shape === 1) canvas.path('M90 1200V490a310 310 0 0 1 620 0V1200Z', { fill: tone, opacity: 0.8 })
  if (shape === 2) {
    for (let ring = 4; ring > 0; ring--) canvas.circle([400, 480], ring * 125, { fill: mix(back, tone, 1 - ring / 5) })
  }
  if (shape === 3)
    for (let stripe = 0; stripe < 5; stripe++) canvas.rect(stripe * 160, 0, 80, height, { fill: tone, opacity: 0.3 })
  if (shape === 4) {
    const [x, y] = [random.between(180, 620), random.between(220, 420)]
    canvas.circle([x, y], random.between(190, 290), { fill: tone, opacity: 0.8 })
    canvas.path(
      trace`M0 ${random.between(700, 860)}Q400 ${random.between(560, 900)} 800 ${random.between(680, 880)}V1200H0Z`,
      { fill: palette.grounds[1], opacity: 0.7 },
    )
  }
}

function body({ canvas, random, palette, skin, coat, gender }: Sitter) {
  const broad = random.between(285, 345)
  const [left, right] = [short(400 - broad), short(400 + broad)]
  canvas.path(
    trace`M${left} 1200C${left} 990 ${400 - broad * 0.7} 905 ${400 - 110} 880
      L${400 + 110} 880C${400 + broad * 0.7} 905 ${right} 990 ${right} 1200
      Z`,
    { fill: coat },
  )
  const shade = mix(skin, palette.ink, 0.2)
  canvas.path('M318 700h164v170a82 82 0 0 1-164 0z', { fill: shade })
  const collar = random.whole(0, gender === '2' ? 2 : 3)
  const light = mix(coat, palette.paper, 0.75)
  if (collar === 0) {
    canvas.polygon(
      [
        [310, 868],
        [400, 1010],
        [490, 868],
        [545, 895],
        [420, 1090],
        [380, 1090],
        [255, 895],
      ],
      { fill: light },
    )
  }
  if (collar === 1) canvas.rect(300, 838, 200, 84, { fill: mix(coat, palette.ink, 0.25) }, 40)
  if (collar === 2) {
    canvas.polygon(
      [
        [316, 872],
        [400, 1200],
        [230, 1200],
        [235, 905],
      ],
      { fill: mix(coat, palette.ink, 0.28) },
    )
    canvas.polygon(
      [
        [484, 872],
        [400, 1200],
        [570, 1200],
        [565, 905],
      ],
      { fill: mix(coat, palette.ink, 0.28) },
    )
    canvas.polygon(
      [
        [318, 870],
        [482, 870],
        [400, 1130],
      ],
      { fill: light },
    )
    canvas.polygon(
      [
        [382, 905],
        [418, 905],
        [430, 1070],
        [400, 1110],
        [370, 1070],
      ],
      { fill: palette.accent },
    )
  }
  if (collar === 3)
    for (let bead = -4; bead <= 4; bead++)
      canvas.circle([400 + bead * 27, 935 - bead * bead * 4.2], 13, { fill: palette.paper })
}

function head({ canvas, palette, skin }: Sitter) {
  canvas.ellipse([228, 575], 30, 46, { fill: mix(skin, palette.ink, 0.12) })
  canvas.ellipse([572, 575], 30, 46, { fill: mix(skin, palette.ink, 0.12) })
  canvas.path('M232 520C232 370 310 300 400 300S568 370 568 520C568 690 500 790 400 790S232 690 232 520Z', {
    fill: skin,
  })
  canvas.path('M400 300C490 300 568 370 568 520C568 690 500 790 400 790Z', { fill: palette.ink, opacity: 0.08 })
}

function glasses({ canvas, palette }: Sitter) {
  for (const x of [318, 482])
    canvas.circle([x, 560], 62, {
      fill: mix(palette.ink, palette.paper, 0.85),
      stroke: palette.ink,
      width: 11,
      opacity: 0.75,
    })
  canvas.path('M378 548q22-16 44 0', { fill: 'none', stroke: palette.ink, width: 11 })
}

type Hair = { suits: string; behind?(sitter: Sitter): void; before?(sitter: Sitter): void }

const cap = trace`M222 540C205 360 290 262 400 262S595 360 578 540C560 470 545 430 520 410
  C440 430 330 420 282 408C255 430 240 470 222 540Z`

/** Hair and hats; each is drawn in two parts, behind the head and in front of it. */
const styles: readonly Hair[] = [
  { suits: '023', before: ({ canvas, hair }) => canvas.path(cap, { fill: hair }) },
  {
    suits: '01',
    behind: ({ canvas, hair }) =>
      canvas.path('M180 560C160 330 270 230 400 230S640 330 620 560V880C560 930 240 930 180 880Z', { fill: hair }),
    before: ({ canvas, hair }) =>
      canvas.path('M222 560C205 350 300 258 400 258S595 350 578 560C560 440 500 390 430 372C360 420 260 440 222 560Z', {
        fill: hair,
      }),
  },
  {
    suits: '0123',
    behind: ({ canvas, hair }) => {
      for (const [x, y, r] of [
        [240, 400, 110],
        [330, 310, 115],
        [450, 300, 120],
        [555, 390, 112],
        [590, 520, 88],
        [212, 520, 88],
        [220, 640, 70],
        [580, 640, 70],
      ] as const)
        canvas.circle([x, y], r, { fill: hair })
    },
    before: ({ canvas, hair }) => {
      for (const [x, y, r] of [
        [290, 380, 72],
        [375, 345, 74],
        [465, 350, 72],
        [530, 405, 58],
      ] as const)
        canvas.circle([x, y], r, { fill: hair })
    },
  },
  {
    suits: '01',
    behind: ({ canvas, hair }) => canvas.circle([400, 225], 92, { fill: hair }),
    before: ({ canvas, hair }) =>
      canvas.path('M226 560C205 360 290 270 400 270S595 360 574 560C566 470 520 400 400 392C280 400 234 470 226 560Z', {
        fill: hair,
      }),
  },
  {
    suits: '023',
    before: ({ canvas, hair, palette }) => {
      canvas.path('M262 392C262 240 300 180 400 180S538 240 538 392Z', { fill: hair })
      canvas.rect(255, 345, 290, 52, { fill: palette.accent })
      canvas.ellipse([400, 400], 270, 42, { fill: hair })
    },
  },
  {
    suits: '2',
    before: ({ canvas, hair, palette }) => {
      canvas.path(cap, { fill: hair })
      canvas.path('M236 610C250 790 320 850 400 850S550 790 564 610C540 690 500 700 400 690C300 700 260 690 236 610Z', {
        fill: mix(hair, palette.ink, 0.15),
      })
    },
  },
  {
    suits: '013',
    behind: ({ canvas, hair }) =>
      canvas.path(
        'M190 540C175 330 280 235 400 235S625 330 610 540L622 742C580 770 545 760 530 740H270C255 760 220 770 178 742Z',
        { fill: hair },
      ),
    before: ({ canvas, hair }) =>
      canvas.path('M216 520C210 350 300 255 400 255S590 350 584 520L570 452H230Z', { fill: hair }),
  },
  {
    suits: '23',
    before: ({ canvas, skin, palette }) =>
      canvas.ellipse([345, 380], 70, 34, { fill: mix(skin, palette.paper, 0.4), opacity: 0.6 }, -24),
  },
  {
    suits: '1',
    behind: ({ canvas, hair }) => {
      canvas.path('M205 500C120 620 150 800 215 880C250 820 255 700 235 600Z', { fill: hair })
      canvas.path('M595 500C680 620 650 800 585 880C550 820 545 700 565 600Z', { fill: hair })
    },
    before: ({ canvas, hair }) =>
      canvas.path('M222 545C210 350 295 262 400 262S590 350 578 545C545 440 470 415 400 320C330 415 255 440 222 545Z', {
        fill: hair,
      }),
  },
  {
    suits: '0123',
    before: ({ canvas, hair, palette }) => {
      canvas.path('M214 452C214 320 290 246 400 246S586 320 586 452Z', { fill: palette.accent })
      canvas.rect(204, 420, 392, 62, { fill: mix(palette.accent, palette.ink, 0.3) }, 31)
      canvas.circle([400, 246], 40, { fill: hair })
    },
  },
]
