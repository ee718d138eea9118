import type { diary as english } from '../en/diary.ts'

/** Logging what one watches, and the years of a diary. */
export const diary: typeof english = {
  watched: 'Gesehen',
  again: 'Noch einmal gesehen',
  logTitle: (name) => `Gesehen: ${name}`,
  day: 'Datum',
  dayHint: 'Optional. Ohne Datum steht es in keinem Monat Ihres Tagebuchs.',
  dayWrong: 'Wählen Sie einen Tag, der weder in der Zukunft noch vor 1888 liegt.',
  rating: 'Ihre Bewertung',
  noRating: 'Keine Bewertung',
  review: 'Rezension',
  reviewHint: 'Optional. Alle können sie lesen.',
  rewatch: 'Ich hatte es schon einmal gesehen',
  leave: 'Von meiner Merkliste entfernen',
  always: 'Immer so, wenn ich einen Film sehe',
  alwaysHint: 'In den Einstellungen Ihres Profils können Sie das ändern.',
  save: 'Speichern',
  close: 'Schließen',
  failed: 'Das Formular konnte nicht geladen werden.',
  markTitle: (name) => `Als gesehen markieren: ${name}`,
  markCount: (count) =>
    count === 1 ? 'Eine Folge ist noch nicht markiert.' : `${count} Folgen sind noch nicht markiert.`,
  when: 'Wann haben Sie sie gesehen?',
  whens: {
    day: 'An diesem Tag',
    released: 'An den Tagen, an denen sie liefen',
    unknown: 'Ich weiß nicht, wann',
  },
  whenHints: {
    released: 'Eine Folge, deren Tag niemand kennt, wird ohne Datum markiert.',
    unknown: 'Sie werden als gesehen markiert und stehen in keinem Monat Ihres Tagebuchs.',
  },
  allMarked: 'Alles ist markiert',
  allMarkedText: 'Sie haben alle Folgen gesehen, die schon liefen.',
  back: 'Zurück',
  markedTogether: (count) =>
    count === 1 ? 'Eine Folge als gesehen markiert.' : `${count} Folgen als gesehen markiert.`,
  undo: 'Rückgängig machen',
  sometime: 'Ohne Datum',
  isRewatch: 'Noch einmal gesehen',
  notices: {
    logged: 'In Ihr Tagebuch eingetragen.',
    undone: 'Rückgängig gemacht. Was Sie vorher markiert hatten, ist noch markiert.',
    nothingToUndo: 'Es gab nichts mehr rückgängig zu machen.',
  },
}
