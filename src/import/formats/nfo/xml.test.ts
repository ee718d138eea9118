import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxXmlBytes, maxXmlDepth, maxXmlElements, readXml, XmlError, xmlTextOf } from './xml.ts'

const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth)
const within = (count: number) => `<a>${'<b/>'.repeat(count - 1)}</a>`

test('XML is read up to its limits', () => {
  assert.equal(readXml(nested(maxXmlDepth)).roots.length, 1)
  assert.throws(
    () => readXml(nested(maxXmlDepth + 1)),
    new XmlError('has more than 32 elements inside of each other', 1),
  )
  assert.equal(readXml(within(maxXmlElements)).roots[0]?.children.length, maxXmlElements - 1)
  assert.throws(() => readXml(within(maxXmlElements + 1)), new XmlError('has more than 50000 elements', 1))
  assert.equal(xmlTextOf(Buffer.alloc(maxXmlBytes, ' ')).length, maxXmlBytes)
  assert.throws(() => xmlTextOf(Buffer.alloc(maxXmlBytes + 1, ' ')), new XmlError('is larger than 4194304 bytes'))
})

test('no XML has a document type, or entities of its own', () => {
  for (const text of [
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
    '<a><!ENTITY b SYSTEM "http://a.example/"></a>',
  ])
    assert.throws(() => readXml(text), XmlError, text)
  const [root] = readXml('<a b="&c;">&lt;&amp;&#65;&b;&eacute;</a>').roots
  assert.deepEqual([root?.attributes.b, root?.text], ['&c;', '<&A&b;é'])
})
