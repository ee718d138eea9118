/** What the check of a value has against it, in words for people. */
const reasons: readonly (readonly [form: RegExp, text: string])[] = [
  [/^is missing$/, 'Dieser Wert fehlt.'],
  [/^is empty$/, 'Dieser Wert ist leer.'],
  [/^is unknown$/, 'Diesen Wert gibt es nicht.'],
  [/^has to be at least (.+)$/, 'Dieser Wert muss mindestens $1 sein.'],
  [/^has to be at most (.+)$/, 'Dieser Wert darf höchstens $1 sein.'],
  [/^has to be one of (.+)$/, 'Möglich sind: $1.'],
  [/^is longer than (.+) characters$/, 'Dieser Wert darf höchstens $1 Zeichen haben.'],
  [/^has more than (.+) entries$/, 'Mehr als $1 Einträge sind nicht möglich.'],
  [/^has to be an address.*$/, 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.'],
  [/^has to be a day.*$/, 'Geben Sie einen Tag ein, den es gibt, als JJJJ-MM-TT.'],
  [/^has to be a moment.*$/, 'Ein Zeitpunkt steht hier als JJJJ-MM-TT oder JJJJ-MM-TTThh:mm:ssZ.'],
  [/^has to be (?:a|a whole) number.*$/, 'Geben Sie eine Zahl ohne Einheit ein, zum Beispiel 97.'],
  [
    /^has to match .*\[A-Z\]\{2\}.*$/s,
    'Geben Sie den Namen oder den Code eines Landes ein, zum Beispiel Frankreich oder FR.',
  ],
  [
    /^has to match .*\[a-z\]\{2\}.*$/s,
    'Geben Sie den Namen oder den Code einer Sprache ein, zum Beispiel Französisch oder fr.',
  ],
  [/^refers to the (.+), which does not exist$/, 'Den Eintrag $1 gibt es nicht.'],
  [/^has a line break$/, 'Schreiben Sie dies in eine Zeile.'],
  [/^has the invisible character (.+)$/, 'Entfernen Sie das unsichtbare Zeichen $1.'],
  [/^contains a NUL.*$/, 'Dieser Wert enthält Zeichen, die nicht gespeichert werden können.'],
]

export function faultOf(reason: string): string {
  const [form, text] = reasons.find(([known]) => known.test(reason)) ?? []
  return form && text ? reason.replace(form, text) : 'Dieser Wert hat nicht die richtige Form.'
}
