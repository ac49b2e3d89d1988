// Uploads one file by the page's script, once for each folder: node page.mjs SCRIPT SERVICE CREDENTIALS STORAGE FOLDER...
// What the script uses of a browser is here: a form, a list, and a storage that outlives the page.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { FileUrlStorage, Upload } from 'tus-js-client'

const [script, service, credentials, storage, ...folders] = process.argv.slice(2)
const file = Object.assign(Buffer.from('the same file'), { name: 'same.txt', type: 'text/plain', size: 13, lastModified: 1 })

class PageUpload extends Upload {
  constructor(file, options) {
    super(file, {
      ...options,
      endpoint: service + options.endpoint,
      headers: { Authorization: 'Basic ' + credentials },
      urlStorage: new FileUrlStorage(storage),
      onAfterResponse: (_, response) => console.log('status ' + response.getStatus()),
    })
  }
}

const element = () => ({ appendChild: (child) => child, setAttribute() {}, remove() {} })

for (const folder of folders) {
  const list = { lines: [], appendChild: (line) => { list.lines.push(line); return line } }
  const span = []
  let submit
  const form = {
    dataset: { folder },
    elements: { file: { files: [file] } },
    querySelector: element,
    addEventListener: (_, listener) => { submit = listener },
  }
  runInNewContext(readFileSync(script, 'utf8'), {
    document: {
      getElementById: (id) => (id === 'upload' ? form : list),
      createElement: () => { const one = element(); span.push(one); return one },
    },
    location: { reload() {} },
    tus: { Upload: PageUpload },
  })
  await submit({ preventDefault() {} })
  console.log(span.map((it) => it.textContent).filter(Boolean).join())
}
