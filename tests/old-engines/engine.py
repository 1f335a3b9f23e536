"""Opens one page in Qt's WebEngine, to be driven through its port for developers: engine.py 5|6"""

import sys

if sys.argv[1] == "5":
    from PyQt5.QtCore import QUrl
    from PyQt5.QtWebEngineWidgets import QWebEngineView
    from PyQt5.QtWidgets import QApplication
else:
    from PyQt6.QtCore import QUrl
    from PyQt6.QtWebEngineWidgets import QWebEngineView
    from PyQt6.QtWidgets import QApplication

application = QApplication(sys.argv)
view = QWebEngineView()
view.resize(1280, 900)
view.load(QUrl("about:blank"))
view.show()
sys.exit(application.exec())
