import type { commons as english } from '../en/commons.ts'

/** Woraus der Katalog besteht, und wie andere ihm folgen. */
export const commons: typeof english = {
  title: 'Über diesen Katalog',
  description: 'Woher die Angaben dieses Katalogs stammen, unter welchen Lizenzen, und wie man ihn beobachtet.',
  lead: 'Jede Angabe in diesem Katalog hat eine Quelle, die ihr Verlauf nennt. Das sind alle.',
  sources: 'Quellen und Lizenzen',
  source: 'Quelle',
  licence: 'Lizenz',
  passedOn: 'Weitergabe',
  yes: 'Ja',
  no: 'Nein',
  peopleHere: 'Menschen hier',
  household: 'Bilder nur für diesen Haushalt',
  attribution: 'Wo eine Lizenz es verlangt, nennen Sie die Quelle mit einem Link, wo immer Sie ihre Angaben zeigen.',
  follow: 'Diesen Katalog beobachten',
  followLead:
    'Ein anderer Server kann diesen Katalog beobachten: Er holt alles, was weitergegeben werden darf, bleibt auf dem ' +
    'neuesten Stand und behält, was dort korrigiert wird. Dafür genügt dieser Befehl:',
  fingerprint: 'Fingerabdruck',
  fingerprintHint:
    'An ihm erkennen Sie, dass Sie diesen Server beobachten und keinen anderen. Vergleichen Sie ihn mit dem, den Sie ' +
    'bekommen haben.',
  published: (time) => `Zuletzt veröffentlicht: ${time}.`,
  raw: 'Das Manifest für Programme',
  notPublished: 'Dieser Katalog wird nicht veröffentlicht, deshalb kann ihn niemand beobachten.',
  notYet:
    'Dieser Katalog wird gerade zum ersten Mal veröffentlicht. Der Befehl, mit dem andere ihn beobachten, steht ' +
    'hier, sobald das fertig ist.',
  status: {
    title: 'Veröffentlichen',
    lead: 'Wird dieser Katalog veröffentlicht, können andere ihn beobachten: mit signierten Dateien, nebenbei gemacht.',
    off: 'Es ist ausgeschaltet. Starten Sie den Server mit `--publish`, um es einzuschalten.',
    closed: 'Ein privater Katalog wird nie veröffentlicht.',
    state: 'Zustand',
    on: 'Veröffentlicht',
    waiting: 'Wird zum ersten Mal veröffentlicht, was bei vielen Einträgen oder Bildern einige Minuten dauert',
    failed: (reason) => `Der letzte Versuch ist gescheitert: ${reason}`,
    last: 'Zuletzt veröffentlicht',
    never: 'Noch nie',
    behind: 'Noch nicht veröffentlichte Änderungen',
    packets: 'Pakete bisher',
    whole: 'Letzter Gesamtstand',
    size: 'Auf der Festplatte',
    folder: 'Ordner',
    toPage: 'Was andere davon sehen',
  },
}
