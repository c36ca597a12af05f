"""A moderator that everything happens to: `make chaos ARGS="--minutes 2"`, by hand `ARGS=--hour`.

Some games are played by letters without any trouble, once.  Then the same letters come at the same times, and
something goes wrong again and again (`scenarios.py` is the list): at the end everybody must have got the same
letters, byte by byte.  Nothing is lost; nothing is done twice; a letter goes out twice only where nobody can
know whether the server took it, and then it is the same letter.
"""
