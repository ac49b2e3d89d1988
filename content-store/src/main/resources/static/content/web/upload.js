// Sends the chosen files with tus-js-client, so that a broken connection costs nothing that was acknowledged.
'use strict'
{
  const form = document.getElementById('upload')
  const list = document.getElementById('uploads')

  const problem = (error) => {
    try { return JSON.parse(error.originalResponse.getBody()) } catch { return {} }
  }

  const send = (file) => new Promise((resolve) => {
    const line = list.appendChild(document.createElement('li'))
    const text = line.appendChild(document.createElement('span'))
    const bar = line.appendChild(document.createElement('progress'))
    text.textContent = file.name
    bar.max = file.size || 1
    bar.setAttribute('aria-label', file.name)
    const metadata = { filename: file.name, filetype: file.type }
    if (form.dataset.document) metadata.document = form.dataset.document
    else metadata.folder = form.dataset.folder
    if (form.elements.type?.checked) metadata.objectType = form.elements.type.value
    const upload = new tus.Upload(file, {
      endpoint: '/uploads',
      chunkSize: 16 * 1024 * 1024,
      // Longer than the minute after which the service gives up a connection that broke unnoticed.
      retryDelays: [0, 1000, 3000, 5000, 10000, 20000, 30000],
      metadata,
      // As by default, but for a name that is taken: it stays so.
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0
        return status < 400 || status >= 500 || ((status === 409 || status === 423) && !problem(error).exception)
      },
      // Not by the file alone: the same one may be meant for another folder, or again.
      fingerprint: async () => JSON.stringify([metadata, file.size, file.lastModified]),
      removeFingerprintOnSuccess: true,
      onProgress: (sent) => { bar.value = sent },
      onError: (error) => {
        bar.remove()
        text.textContent = file.name + ': ' + (problem(error).detail ?? error.message)
        line.className = 'failure'
        resolve(false)
      },
      onSuccess: () => { bar.remove(); text.textContent = file.name + ': uploaded'; resolve(true) },
    })
    // Goes on with what an earlier visit of the page began.
    upload.findPreviousUploads().then((before) => {
      if (before.length) upload.resumeFromPreviousUpload(before[0])
      upload.start()
    })
  })

  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    button.disabled = true
    const sent = []
    for (const file of form.elements.file.files) sent.push(await send(file))
    button.disabled = false
    if (sent.every(Boolean)) location.reload()
  })
}
